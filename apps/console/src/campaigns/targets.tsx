import { Button, Group, SegmentedControl, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLanguage } from '../language/language';
import { CopyableId } from '../parts/copyable-id';
import { CsvDownload } from '../parts/csv-download';
import { EmptyState } from '../parts/empty-state';
import { Failure } from '../parts/failure';
import { Moment } from '../parts/moment';
import { Pager } from '../parts/pager';
import { isLive, perPage, targetsAsCsv, targetsQuery, type Campaign } from './queries';
import type { TargetSearch, TargetStatus } from './search';

/** The devices of a campaign with what became of each. */
export function Targets({ campaign }: { campaign: Campaign }) {
  const { t } = useLanguage();
  const filters = useSearch({ from: '/campaigns/$uuid' });
  const navigate = useNavigate({ from: '/campaigns/$uuid' });
  const { data, error, refetch } = useQuery(targetsQuery(campaign.uuid, filters, isLive(campaign)));
  const choose = (value: string) =>
    void navigate({ search: value === 'all' ? {} : { status: value as TargetStatus }, resetScroll: false });
  return (
    <section>
      <TargetFilters uuid={campaign.uuid} filters={filters} total={data?.total} choose={choose} />
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data && data.data.length > 0 && <TargetTable targets={data.data} company={Number(campaign.company_id)} />}
      {data?.data.length === 0 && <EmptyState title={filters.status ? t.noDevices : t.noDevicesYet} />}
      {data && (
        <Pager
          page={data.page}
          perPage={perPage}
          total={data.total}
          onPage={(page) => void navigate({ search: (before) => ({ ...before, page }), resetScroll: false })}
        />
      )}
    </section>
  );
}

type FiltersProps = { uuid: string; filters: TargetSearch; total: number | undefined; choose: (value: string) => void };

function TargetFilters({ uuid, filters, total, choose }: FiltersProps) {
  const { t } = useLanguage();
  const { status, reason } = filters;
  const states = [
    { value: 'all', label: t.allDevices },
    { value: 'sended', label: t.sent },
    { value: 'fails', label: t.failed },
    { value: 'pending', label: t.pending },
  ];
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text component="h2" fw={600}>
          {t.devices}
        </Text>
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label={t.state}
            data={states}
            value={status ?? (reason ? 'fails' : 'all')}
            onChange={choose}
          />
          <CsvDownload
            name={`campaign-${uuid}.csv`}
            rows={total}
            load={(signal) => targetsAsCsv(uuid, filters, signal)}
          />
        </Group>
      </Group>
      {reason && (
        <Group mb="sm" gap="xs">
          <Text size="sm">{t.campaignScreen.onlyReason}</Text>
          <code className="reason">{reason}</code>
          <Button size="xs" variant="default" onClick={() => choose('fails')}>
            {t.clearFilters}
          </Button>
        </Group>
      )}
    </>
  );
}

type Target = {
  core_id: string;
  status: TargetStatus;
  reason: string | null;
  action: string | null;
  settled_at: string | null;
};

/** A cell; a narrow screen leaves out an empty one. */
function Cell({ children }: { children: ReactNode }) {
  return <Table.Td data-empty={children ? undefined : ''}>{children ?? '–'}</Table.Td>;
}

function TargetTable({ targets, company }: { targets: Target[]; company: number }) {
  const { t } = useLanguage();
  const states = { sended: t.isSent, fails: t.isFailed, pending: t.isPending };
  const actions = new Map([
    ['RECEIVED', t.wasReceived],
    ['PRESS_ACTION', t.wasPressed],
    ['CLOSED', t.wasClosed],
    ['UNKNOWN', t.wasOther],
  ]);
  return (
    <Table className="stacked" verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.device}</Table.Th>
          <Table.Th>{t.state}</Table.Th>
          <Table.Th>{t.reason}</Table.Th>
          <Table.Th>{t.action}</Table.Th>
          <Table.Th>{t.settled}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {targets.map(({ core_id, status, reason, action, settled_at }) => (
          <Table.Tr key={core_id}>
            <Table.Td>
              <CopyableId id={core_id} />{' '}
              <Link to="/why" search={{ who: core_id, company }} className="link">
                {t.why.link}
              </Link>
            </Table.Td>
            <Table.Td>
              <span className="badge" data-state={status}>
                {states[status]}
              </span>
            </Table.Td>
            <Cell>{reason}</Cell>
            <Cell>{action && (actions.get(action) ?? action)}</Cell>
            <Cell>{settled_at && <Moment at={settled_at} />}</Cell>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
