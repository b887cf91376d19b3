import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLanguage } from '../language/language';
import { CsvDownload } from '../parts/csv-download';
import type { Column } from '../parts/data-table';
import { FilterChips } from '../parts/filter-chips';
import { LiveSwitch } from '../parts/live-switch';
import { Moment } from '../parts/moment';
import { RecordList } from '../parts/record-list';
import { useRecordSearch } from '../parts/record-search';
import { auditFields } from './filters';
import { auditAsCsv, auditQuery, perPage, type AuditRecord } from './queries';

/** What applications did, newest first. */
export function AuditList() {
  const { t } = useLanguage();
  const texts = t.auditScreen;
  const search = useRecordSearch();
  const { data, error, refetch } = useQuery(auditQuery(search.filters, search.page, search.isLive));
  const rows = data?.audit.map((record, at) => ({ ...record, key: `${record.created_at} ${at}` })) ?? [];
  const columns: Column<AuditRecord>[] = [
    {
      name: t.application,
      cell: ({ application, type_audit }) => (
        <>
          <strong>{application}</strong>
          {typeof type_audit === 'string' && <small className="below">{type_audit}</small>}
        </>
      ),
    },
    { name: texts.transaction, cell: ({ transaction = {} }) => textOf(transaction.operation, transaction.result) },
    { name: t.device, cell: ({ source = {} }) => <Device coreId={source.core_id} name={source.device_name} /> },
    { name: texts.at, cell: ({ created_at }) => <Moment at={created_at} isPrecise /> },
    { name: texts.whole, cell: (record) => <Whole record={record} /> },
  ];
  return (
    <RecordList
      title={texts.title}
      actions={
        <>
          <LiveSwitch isLive={search.isLive} onChange={search.showLive} />
          <CsvDownload name="audit.csv" rows={data?.total} load={(signal) => auditAsCsv(search.filters, signal)} />
        </>
      }
      found={data && { rows, page: data.page, perPage, total: data.total }}
      error={error}
      retry={refetch}
      columns={columns}
      keyOf={(record) => (record as (typeof rows)[number]).key}
      onPage={search.showPage}
      empty={{ title: texts.none, hint: texts.noneHint }}
      clear={search.isFiltered ? search.clear : undefined}
    >
      <FilterChips fields={auditFields(t)} filters={search.filters} onChange={search.filter} />
    </RecordList>
  );
}

const textOf = (...values: unknown[]): string =>
  values.filter((value) => ['string', 'number', 'boolean'].includes(typeof value)).join(' · ');

function Device({ coreId, name }: { coreId: unknown; name: unknown }) {
  if (typeof coreId !== 'string' || coreId === '') return textOf(name);
  return (
    <Link to="/devices/$coreId" params={{ coreId }} className="link">
      {textOf(name) || coreId}
    </Link>
  );
}

/** All that the application sent. */
function Whole({ record }: { record: AuditRecord }) {
  const { t } = useLanguage();
  const { key: _key, ...sent } = record as AuditRecord & { key?: string };
  return (
    <details className="whole">
      <summary>{t.auditScreen.show}</summary>
      <pre tabIndex={0}>{JSON.stringify(sent, null, 2)}</pre>
    </details>
  );
}
