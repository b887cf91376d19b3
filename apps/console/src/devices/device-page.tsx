import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useLanguage } from '../language/language';
import { CopyableId } from '../parts/copyable-id';
import { DataTable, type Column } from '../parts/data-table';
import { EmptyState } from '../parts/empty-state';
import { Fact, Facts } from '../parts/facts';
import { Failure } from '../parts/failure';
import { Moment } from '../parts/moment';
import { useIsAllowed } from '../parts/query-scope';
import { useCompany } from '../parts/use-company';
import { deviceCampaignsQuery } from '../why/queries';
import { DevicePersons } from './device-persons';
import { deviceQuery, personsOfDeviceQuery, tokenStatesQuery, type Device } from './queries';
import { systemText } from './system-text';
import { Tags } from './tags';
import { useApps } from './use-apps';

/** One device, once for each company that knows it. */
export function DevicePage() {
  const { coreId } = useParams({ from: '/devices/$coreId' });
  const { t } = useLanguage();
  const { data, error, refetch } = useQuery(deviceQuery(coreId));
  const mayAsk = useIsAllowed(deviceCampaignsQuery(useCompany(), coreId));
  const maySeePersons = useIsAllowed(personsOfDeviceQuery(coreId));
  return (
    <>
      <Title order={1} size="h2" mb={4} className="wrapping">
        {coreId}
      </Title>
      <Group gap="xs" mb="lg">
        <Text size="sm" c="var(--soft)">
          {t.deviceScreen.coreId}
        </Text>
        <CopyableId id={coreId} />
        {mayAsk && (
          <Link to="/why" search={{ who: coreId }} className="link">
            {t.deviceScreen.received}
          </Link>
        )}
      </Group>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data?.map((device, at) => (
        <OneDevice key={at} device={device} />
      ))}
      {maySeePersons && data && data.length > 0 && <DevicePersons coreId={coreId} />}
    </>
  );
}

function OneDevice({ device }: { device: Device }) {
  const { t } = useLanguage();
  const texts = t.deviceScreen;
  const { brand, model, imei, emulator, system_name, system_version, location, apps, created_at, updated_at } = device;
  return (
    <>
      <Facts title={t.details}>
        <Fact name={texts.model}>{[brand, model].filter(Boolean).join(' ') || '–'}</Fact>
        <Fact name={texts.system}>{systemText(t, system_name, system_version) || '–'}</Fact>
        <Fact name={texts.hardware}>{emulator ? texts.isEmulated : texts.isReal}</Fact>
        <Fact name={texts.firstSeen}>
          <Moment at={created_at} />
        </Fact>
        <Fact name={texts.lastSeen}>
          <Moment at={updated_at} />
        </Fact>
        <Fact name={texts.imei}>{imei ? <CopyableId id={imei} /> : '–'}</Fact>
        {location && <Fact name={texts.location}>{[...location].reverse().join(', ')}</Fact>}
      </Facts>
      <Apps coreId={device.core_id} apps={apps} />
    </>
  );
}

type App = Device['apps'][number];

function Apps({ coreId, apps }: { coreId: string; apps: Device['apps'] }) {
  const { t } = useLanguage();
  const texts = t.deviceScreen;
  const { nameOf } = useApps(useCompany());
  const states = tokenStatesQuery(coreId);
  const { data: tokens } = useQuery({ ...states, enabled: useIsAllowed(states) });
  const columns: Column<App>[] = [
    { name: t.application, cell: ({ app_id }) => nameOf(app_id) },
    { name: texts.version, cell: ({ version }) => version },
    {
      name: texts.tags,
      cell: ({ tags }) => (Object.keys(tags).length > 0 ? <Tags tags={tags} /> : undefined),
    },
    { name: texts.token, cell: ({ app_id }) => <TokenState state={tokens?.find((one) => one.app_id === app_id)} /> },
    { name: texts.lastSeen, cell: ({ updated_at }) => <Moment at={updated_at} /> },
  ];
  return (
    <section className="block">
      <Text component="h2" fw={600} mb="sm">
        {texts.apps}
      </Text>
      {apps.length > 0 ? (
        <DataTable label={texts.apps} columns={columns} rows={apps} keyOf={({ app_id }) => app_id} />
      ) : (
        <EmptyState title={texts.noApps} />
      )}
    </section>
  );
}

function TokenState({ state }: { state: { has_token: boolean } | undefined }) {
  const { t } = useLanguage();
  if (!state) return '–';
  return (
    <span className="badge" data-state={state.has_token ? 'sended' : 'fails'}>
      {state.has_token ? t.deviceScreen.hasToken : t.deviceScreen.hasNoToken}
    </span>
  );
}
