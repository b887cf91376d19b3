import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { systemText } from '../devices/system-text';
import { filtersOfQuery } from '../devices/filters';
import { useLanguage } from '../language/language';
import { CopyableId } from '../parts/copyable-id';
import { DataTable, type Column } from '../parts/data-table';
import { EmptyState } from '../parts/empty-state';
import { Fact, Facts } from '../parts/facts';
import { Failure } from '../parts/failure';
import { Moment } from '../parts/moment';
import { Pager } from '../parts/pager';
import { searchOf, useRecordSearch } from '../parts/record-search';
import { perPage, previewQuery, segmentDevicesQuery, segmentQuery, type Segment } from './queries';
import { SegmentFilters } from './segment-filters';

/** One segment: its filters, how many devices match them now, and which. */
export function SegmentPage() {
  const { uuid } = useParams({ from: '/segments/$uuid' });
  const { data, error, refetch } = useQuery(segmentQuery(uuid));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return data ? <OneSegment segment={data} /> : null;
}

function OneSegment({ segment }: { segment: Segment }) {
  const { t, number } = useLanguage();
  const texts = t.segmentScreen;
  const navigate = useNavigate();
  const { data: total } = useQuery(previewQuery(segment));
  const filters = filtersOfQuery(segment.index_query);
  const company = Number(segment.company_id);
  const open = () => void navigate({ to: '/devices', search: { ...searchOf(filters), company } as never });
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={1} size="h2">
          {segment.name}
        </Title>
        <Button variant="default" onClick={open}>
          {texts.openInDevices}
        </Button>
      </Group>
      <Facts title={t.details}>
        <Fact name={t.devices}>{total === undefined ? '…' : number(total)}</Fact>
        <Fact name={t.created}>
          <Moment at={segment.created_at} />
        </Fact>
        <Fact name={t.id}>
          <CopyableId id={segment.uuid} />
        </Fact>
        <Fact name={t.filters.title}>
          <SegmentFilters company={company} filters={filters} />
        </Fact>
      </Facts>
      <Devices uuid={segment.uuid} />
    </>
  );
}

type Device = {
  core_id?: string;
  brand?: string;
  model?: string;
  system_name?: string;
  system_version?: string;
  updated_at?: string;
};

function Devices({ uuid }: { uuid: string }) {
  const { t } = useLanguage();
  const { page, showPage } = useRecordSearch();
  const { data, error, refetch } = useQuery(segmentDevicesQuery(uuid, page));
  const columns: Column<Device>[] = [
    {
      name: t.device,
      cell: ({ core_id = '' }) => (
        <Link to="/devices/$coreId" params={{ coreId: core_id }} className="link">
          {core_id}
        </Link>
      ),
    },
    {
      name: t.deviceScreen.system,
      cell: ({ system_name = '', system_version = '' }) => systemText(t, system_name, system_version),
    },
    { name: t.deviceScreen.model, cell: ({ brand, model }) => [brand, model].filter(Boolean).join(' ') },
    { name: t.deviceScreen.lastSeen, cell: ({ updated_at }) => updated_at && <Moment at={updated_at} /> },
  ];
  return (
    <section>
      <Text component="h2" fw={600} mb="sm">
        {t.devices}
      </Text>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data && data.data.length > 0 && (
        <DataTable label={t.devices} columns={columns} rows={data.data} keyOf={({ core_id = '' }) => core_id} />
      )}
      {data?.data.length === 0 && <EmptyState title={t.segmentScreen.empty} />}
      {data && <Pager page={data.page} perPage={perPage} total={data.total} onPage={showPage} />}
    </section>
  );
}
