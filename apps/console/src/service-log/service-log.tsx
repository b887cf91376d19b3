import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../language/language';
import { CopyableId } from '../parts/copyable-id';
import { CsvDownload } from '../parts/csv-download';
import type { Column } from '../parts/data-table';
import { FilterChips } from '../parts/filter-chips';
import { LiveSwitch } from '../parts/live-switch';
import { Moment } from '../parts/moment';
import { RecordList } from '../parts/record-list';
import { useRecordSearch } from '../parts/record-search';
import { logFields } from './filters';
import { logAsCsv, logRecordsQuery, perPage, type LogRecord } from './queries';

/** All writes of a company's callers, newest first. */
export function ServiceLog() {
  const { t, number } = useLanguage();
  const texts = t.logScreen;
  const search = useRecordSearch();
  const { company, filters, page, isLive } = search;
  const { data, error, refetch } = useQuery(logRecordsQuery(company, filters, page, isLive));
  const columns: Column<LogRecord>[] = [
    { name: texts.what, cell: (record) => <What record={record} /> },
    {
      name: texts.result,
      cell: ({ result, count }) => (
        <span className="badges">
          <span className="badge" data-state={result ? 'sended' : 'fails'}>
            {result ? texts.done : texts.refused}
          </span>
          {count !== undefined && count > 1 && <span className="badge">× {number(count)}</span>}
        </span>
      ),
    },
    { name: texts.user, cell: ({ user_id }) => user_id },
    { name: texts.record, cell: ({ resource_id }) => resource_id && <CopyableId id={resource_id} /> },
    { name: texts.at, cell: ({ created_at }) => <Moment at={created_at} isPrecise /> },
  ];
  return (
    <RecordList
      title={texts.title}
      actions={
        <>
          <LiveSwitch isLive={isLive} onChange={search.showLive} />
          <CsvDownload
            name="service-log.csv"
            rows={data?.total}
            load={(signal) => logAsCsv(company, filters, signal)}
          />
        </>
      }
      found={data && { rows: data.data, page: data.page, perPage, total: data.total }}
      error={error}
      retry={refetch}
      columns={columns}
      keyOf={({ uuid }) => uuid}
      onPage={search.showPage}
      empty={{ title: texts.none, hint: texts.noneHint }}
      clear={search.isFiltered ? search.clear : undefined}
    >
      <FilterChips fields={logFields(t)} filters={filters} onChange={search.filter} />
    </RecordList>
  );
}

function What({ record: { operation, resource, service, description } }: { record: LogRecord }) {
  return (
    <>
      <strong>
        {operation} {resource}
      </strong>
      <small className="below">
        {service}
        {description && ` · ${description}`}
      </small>
    </>
  );
}
