import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLanguage } from '../language/language';
import { CsvDownload } from '../parts/csv-download';
import type { Column } from '../parts/data-table';
import { FilterChips } from '../parts/filter-chips';
import { Moment } from '../parts/moment';
import { RecordList } from '../parts/record-list';
import { useRecordSearch } from '../parts/record-search';
import { useScope } from '../session';
import { deviceFields } from './filters';
import { devicesAsCsv, devicesQuery, perPage, type Device } from './queries';
import { SaveSegment } from './save-segment';
import { systemText } from './system-text';
import { useApps } from './use-apps';

/** The devices of a company that match the filters in the address. */
export function DeviceList() {
  const { t } = useLanguage();
  const texts = t.deviceScreen;
  const search = useRecordSearch();
  const { company, filters, page } = search;
  const maySave = useScope('message-persistance:write');
  const { list } = useApps(company);
  const { data, error, refetch } = useQuery(devicesQuery(company, filters, page));
  const fields = deviceFields(t, list);
  const columns: Column<Device>[] = [
    {
      name: t.device,
      cell: ({ core_id }) => (
        <Link to="/devices/$coreId" params={{ coreId: core_id }} className="link">
          {core_id}
        </Link>
      ),
    },
    { name: texts.system, cell: ({ system_name, system_version }) => systemText(t, system_name, system_version) },
    { name: texts.model, cell: ({ brand, model }) => [brand, model].filter(Boolean).join(' ') },
    { name: texts.apps, cell: ({ apps }) => apps.length },
    { name: texts.lastSeen, cell: ({ updated_at }) => <Moment at={updated_at} /> },
  ];
  return (
    <RecordList
      title={t.devices}
      actions={
        <>
          <CsvDownload
            name="devices.csv"
            rows={data?.total}
            load={(signal) => devicesAsCsv(company, filters, signal)}
          />
          {search.isFiltered && maySave && <SaveSegment company={company} filters={filters} total={data?.total} />}
        </>
      }
      found={data && { rows: data.data, page: data.page, perPage, total: data.total }}
      error={error}
      retry={refetch}
      columns={columns}
      keyOf={({ core_id }) => core_id}
      onPage={search.showPage}
      empty={{ title: texts.none, hint: texts.noneHint }}
      clear={search.isFiltered ? search.clear : undefined}
    >
      <FilterChips fields={fields} filters={filters} onChange={search.filter} />
    </RecordList>
  );
}
