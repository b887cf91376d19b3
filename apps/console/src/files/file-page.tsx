import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useLanguage } from '../language/language';
import { CopyableId } from '../parts/copyable-id';
import type { Column } from '../parts/data-table';
import { Failure } from '../parts/failure';
import { Moment } from '../parts/moment';
import { RecordList } from '../parts/record-list';
import { useRecordSearch } from '../parts/record-search';
import { useScope } from '../session';
import { download, fileQuery, perPage, uploadVersion, versionsQuery, type FileVersion } from './queries';
import { Upload } from './upload';

/** One file and all its versions, newest first. */
export function FilePage() {
  const { uuid } = useParams({ from: '/files/$uuid' });
  const { t } = useLanguage();
  const texts = t.fileScreen;
  const { page, showPage } = useRecordSearch();
  const mayWrite = useScope('chronos:write');
  const { data: file } = useQuery(fileQuery(uuid));
  const { data, error, refetch } = useQuery(versionsQuery(uuid, page));
  const fetching = useMutation({ mutationFn: download });
  const columns: Column<FileVersion>[] = [
    { name: texts.version, cell: ({ version, name }) => `${version} · ${name}` },
    {
      name: texts.content,
      cell: (version) => (
        <Button size="xs" variant="default" onClick={() => fetching.mutate(version)}>
          {texts.download}
          <span className="visually-hidden"> {version.version}</span>
        </Button>
      ),
    },
    { name: texts.size, cell: ({ size, type }) => `${size}, ${type}` },
    { name: 'SHA-256', cell: ({ sha256 }) => <CopyableId id={sha256} shown={`${sha256.slice(0, 12)}…`} /> },
    { name: t.created, cell: ({ created_at }) => <Moment at={created_at} /> },
  ];
  return (
    <>
      {fetching.error && <Failure error={fetching.error} />}
      <RecordList
        title={file?.name ?? texts.title}
        actions={mayWrite && <Upload button={texts.newVersion} send={(upload) => uploadVersion(uuid, upload)} />}
        found={data && { rows: data.data, page: data.page, perPage, total: data.total }}
        error={error}
        retry={refetch}
        columns={columns}
        keyOf={({ version }) => String(version)}
        onPage={showPage}
        empty={{ title: texts.none }}
      />
    </>
  );
}
