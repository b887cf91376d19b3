import { Button, Group, SegmentedControl, Table, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLanguage } from '../language/language';
import { EmptyState } from '../parts/empty-state';
import { Failure } from '../parts/failure';
import { Icon } from '../parts/icons';
import { Moment } from '../parts/moment';
import { Pager } from '../parts/pager';
import { useCompany } from '../parts/use-company';
import { useScope } from '../session';
import { CountsBar } from './counts-bar';
import { useLive } from './live';
import { campaignQuery, campaignsQuery, perPage } from './queries';
import type { CampaignSearch } from './search';
import { StateBadge } from './state-badge';

/** All campaigns of a company, newest first. */
export function CampaignList() {
  const filters = useSearch({ from: '/campaigns' });
  const company = useCompany(filters.company);
  const { data, error, refetch } = useQuery(campaignsQuery(company, filters));
  const navigate = useNavigate({ from: '/campaigns' });
  const show = (changed: CampaignSearch) =>
    void navigate({ search: ({ page: _page, ...rest }) => ({ ...rest, ...changed }) });
  const isStreaming = useLive(data?.data ?? []);
  const isFiltered = Boolean(filters.search ?? filters.state ?? filters.approval);
  const clear = () => show({ search: undefined, state: undefined, approval: undefined });
  return (
    <>
      <Head company={company} />
      <Filters filters={filters} show={show} />
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data && data.data.length > 0 && <CampaignTable campaigns={data.data} isStreaming={isStreaming} />}
      {data?.data.length === 0 && <NoCampaigns isFiltered={isFiltered} clear={clear} />}
      {data && <Pager page={data.page} perPage={perPage} total={data.total} onPage={(page) => show({ page })} />}
    </>
  );
}

function Head({ company }: { company: number }) {
  const { t } = useLanguage();
  const mayWrite = useScope('campaigns:write');
  return (
    <Group justify="space-between" mb="md">
      <Title order={1} size="h2">
        {t.campaigns}
      </Title>
      {mayWrite && (
        <Button renderRoot={(props) => <Link {...props} to="/campaigns/new" search={{ company }} />}>
          {t.composer.create}
        </Button>
      )}
    </Group>
  );
}

function NoCampaigns({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  const { t } = useLanguage();
  if (!isFiltered)
    return (
      <EmptyState title={t.noCampaigns}>
        <Text size="sm">{t.noCampaignsHint}</Text>
      </EmptyState>
    );
  return (
    <EmptyState title={t.noMatches}>
      <Button variant="default" mt="sm" onClick={clear}>
        {t.clearFilters}
      </Button>
    </EmptyState>
  );
}

type FiltersProps = { filters: CampaignSearch; show: (changed: CampaignSearch) => void };

function Filters({ filters, show }: FiltersProps) {
  const { t } = useLanguage();
  const [typed, setTyped] = useState(filters.search ?? '');
  useEffect(() => setTyped(filters.search ?? ''), [filters.search]);
  const search = useDebouncedCallback((text: string) => show({ search: text || undefined }), 300);
  const states = [
    { value: 'all', label: t.all },
    { value: 'active', label: t.active },
    { value: 'finished', label: t.finished },
    { value: 'held', label: t.campaignScreen.held },
  ];
  const choose = (value: string) =>
    show({
      state: value === 'active' || value === 'finished' ? value : undefined,
      approval: value === 'held' ? 'pending' : undefined,
    });
  return (
    <Group mb="md" gap="sm" className="filters">
      <TextInput
        className="filters-search"
        aria-label={t.search}
        placeholder={t.search}
        leftSection={<Icon name="search" />}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          search(value);
        }}
      />
      <SegmentedControl
        aria-label={t.state}
        data={states}
        value={filters.approval ? 'held' : (filters.state ?? 'all')}
        onChange={choose}
      />
    </Group>
  );
}

type Row = {
  uuid: string;
  name: string;
  application_name: string;
  terminated: boolean;
  created_at: string;
  approval?: { status: string };
};

function CampaignTable({ campaigns, isStreaming }: { campaigns: Row[]; isStreaming: boolean }) {
  const { t } = useLanguage();
  return (
    <Table className="stacked" verticalSpacing="sm" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.name}</Table.Th>
          <Table.Th>{t.state}</Table.Th>
          <Table.Th>{t.progress}</Table.Th>
          <Table.Th>{t.application}</Table.Th>
          <Table.Th>{t.created}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {campaigns.map(({ uuid, name, application_name, created_at, ...campaign }) => (
          <Table.Tr key={uuid}>
            <Table.Td>
              <Link to="/campaigns/$uuid" params={{ uuid }} className="link">
                {name || t.unnamed}
              </Link>
            </Table.Td>
            <Table.Td>
              <StateBadge campaign={campaign} />
            </Table.Td>
            <Table.Td>
              <Progress uuid={uuid} isStreaming={isStreaming} />
            </Table.Td>
            <Table.Td>{application_name}</Table.Td>
            <Table.Td>
              <Moment at={created_at} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The counts of all rows arrive by one stream; without it each row asks for its own. */
function Progress({ uuid, isStreaming }: { uuid: string; isStreaming: boolean }) {
  const { t, number } = useLanguage();
  const { data } = useQuery({
    ...campaignQuery(uuid),
    enabled: !isStreaming,
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  });
  if (!data) return <div className="progress" />;
  const { total, pending } = data.statistics;
  const text = t.of(number(total - pending), number(total));
  return (
    <div className="progress">
      <CountsBar statistics={data.statistics} label={text} />
      <Text size="xs" c="var(--soft)" className="figures">
        {text}
      </Text>
    </div>
  );
}
