import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLanguage } from '../language/language';
import type { Column } from '../parts/data-table';
import { Moment } from '../parts/moment';
import { RecordList } from '../parts/record-list';
import { useRecordSearch } from '../parts/record-search';
import { useScope } from '../session';
import { filesQuery, perPage, uploadFile, type FileRegister } from './queries';
import { Upload } from './upload';

/** The files of a company, newest first. */
export function FileList() {
  const { t } = useLanguage();
  const texts = t.fileScreen;
  const { company, page, showPage } = useRecordSearch();
  const mayWrite = useScope('chronos:write');
  const { data, error, refetch } = useQuery(filesQuery(company, page));
  const columns: Column<FileRegister>[] = [
    {
      name: t.name,
      cell: ({ uuid, name }) => (
        <Link to="/files/$uuid" params={{ uuid }} className="link">
          {name}
        </Link>
      ),
    },
    { name: texts.size, cell: ({ size }) => size },
    { name: texts.path, cell: ({ path, name }) => (path === name ? '' : path) },
    { name: texts.changed, cell: ({ created_at }) => <Moment at={created_at} /> },
  ];
  return (
    <RecordList
      title={texts.title}
      actions={mayWrite && <Upload button={texts.upload} send={(upload) => uploadFile(company, upload)} />}
      found={data && { rows: data.data, page: data.page, perPage, total: data.total }}
      error={error}
      retry={refetch}
      columns={columns}
      keyOf={({ uuid }) => uuid}
      onPage={showPage}
      empty={{ title: texts.none, hint: texts.noneHint }}
    />
  );
}
