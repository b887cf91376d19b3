import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { cardColumns } from '../cards/card-columns';
import { cardsOfPersonQuery } from '../cards/queries';
import { systemText } from '../devices/system-text';
import { useLanguage } from '../language/language';
import { CopyableId } from '../parts/copyable-id';
import { DataTable, type Column } from '../parts/data-table';
import { EmptyState } from '../parts/empty-state';
import { Fact, Facts } from '../parts/facts';
import { Failure } from '../parts/failure';
import { Moment } from '../parts/moment';
import { useIsAllowed } from '../parts/query-scope';
import { WhoSearch } from '../parts/who-search';
import { devicesOfPersonQuery, personsQuery, type Person } from './queries';

/** Persons by national identity number or e-mail address, with their devices and cards. */
export function PersonScreen() {
  const { t } = useLanguage();
  const texts = t.personScreen;
  const { who = '' } = useSearch({ from: '/persons' });
  const navigate = useNavigate({ from: '/persons' });
  const { data, error, refetch } = useQuery(personsQuery(who));
  return (
    <>
      <Title order={1} size="h2" mb="md">
        {texts.title}
      </Title>
      <WhoSearch
        who={who}
        label={texts.search}
        button={texts.find}
        onFind={(who) => void navigate({ search: (before) => ({ ...before, who }) })}
      />
      {error && <Failure error={error} retry={() => void refetch()} />}
      {who === '' && <EmptyState title={texts.start}>{texts.startHint}</EmptyState>}
      {data?.length === 0 && <EmptyState title={texts.none(who)}>{texts.noneHint}</EmptyState>}
      {data?.map((person) => (
        <OnePerson key={person.id} person={person} />
      ))}
    </>
  );
}

function OnePerson({ person }: { person: Person }) {
  const { t, dni } = useLanguage();
  const texts = t.personScreen;
  const mayReadCards = useIsAllowed(cardsOfPersonQuery(person.dni));
  return (
    <>
      <Facts title={[person.name, person.lastname].filter(Boolean).join(' ') || texts.unnamed}>
        <Fact name={texts.dni}>{dni(person.dni)}</Fact>
        <Fact name={texts.email}>{person.email || '–'}</Fact>
        <Fact name={texts.phone}>{person.phone || '–'}</Fact>
        <Fact name={t.created}>
          <Moment at={person.created_at} />
        </Fact>
        <Fact name={texts.updated}>
          <Moment at={person.updated_at} />
        </Fact>
        <Fact name={t.id}>
          <CopyableId id={person.uuid} />
        </Fact>
      </Facts>
      <Claims claims={person.claims ?? []} />
      <Devices dni={person.dni} />
      {mayReadCards && <Cards nin={person.dni} />}
    </>
  );
}

type Claim = NonNullable<Person['claims']>[number];

/** What devices said of the person without proof, and what was not taken over. */
function Claims({ claims }: { claims: Claim[] }) {
  const { t } = useLanguage();
  if (claims.length === 0) return null;
  const columns: Column<Claim>[] = [
    { name: t.device, cell: ({ core_id }) => <CopyableId id={core_id} /> },
    {
      name: t.personScreen.said,
      cell: ({ fields }) =>
        Object.entries(fields)
          .map(([name, value]) => `${name}: ${value}`)
          .join(', '),
    },
    { name: t.created, cell: ({ at }) => <Moment at={at} /> },
  ];
  return (
    <section className="block">
      <Text component="h2" fw={600} mb="sm">
        {t.personScreen.claims}
      </Text>
      <DataTable
        label={t.personScreen.claims}
        columns={columns}
        rows={claims}
        keyOf={({ core_id, at }) => `${core_id} ${at}`}
      />
    </section>
  );
}

type PersonDevice = { core_id: string; system_name: string; model: string; reported_at: string };

function Devices({ dni }: { dni: string }) {
  const { t } = useLanguage();
  const { data, error } = useQuery(devicesOfPersonQuery(dni));
  const columns: Column<PersonDevice>[] = [
    {
      name: t.device,
      cell: ({ core_id }) => (
        <Link to="/devices/$coreId" params={{ coreId: core_id }} className="link">
          {core_id}
        </Link>
      ),
    },
    { name: t.deviceScreen.system, cell: ({ system_name }) => systemText(t, system_name) },
    { name: t.deviceScreen.model, cell: ({ model }) => model },
    { name: t.deviceScreen.lastSeen, cell: ({ reported_at }) => <Moment at={reported_at} /> },
  ];
  return (
    <section className="block">
      <Text component="h2" fw={600} mb="sm">
        {t.devices}
      </Text>
      {error && <Failure error={error} />}
      {data && data.length > 0 && (
        <DataTable label={t.devices} columns={columns} rows={data} keyOf={({ core_id }) => core_id} />
      )}
      {data?.length === 0 && <EmptyState title={t.personScreen.noDevices} />}
    </section>
  );
}

function Cards({ nin }: { nin: string }) {
  const spoken = useLanguage();
  const { t } = spoken;
  const { data, error } = useQuery(cardsOfPersonQuery(nin));
  return (
    <section className="block">
      <Text component="h2" fw={600} mb="sm">
        {t.cardScreen.title}
      </Text>
      {error && <Failure error={error} />}
      {data && data.length > 0 && (
        <DataTable label={t.cardScreen.title} columns={cardColumns(spoken)} rows={data} keyOf={({ uuid }) => uuid} />
      )}
      {data?.length === 0 && <EmptyState title={t.personScreen.noCards} />}
    </section>
  );
}
