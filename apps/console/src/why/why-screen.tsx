import { HeraldError } from '@herald/client-sdk';
import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { deviceQuery } from '../devices/queries';
import { useLanguage } from '../language/language';
import { CopyableId } from '../parts/copyable-id';
import { EmptyState } from '../parts/empty-state';
import { Failure } from '../parts/failure';
import { useIsAllowed } from '../parts/query-scope';
import { useCompany } from '../parts/use-company';
import { WhoSearch } from '../parts/who-search';
import { devicesOfPersonQuery } from '../persons/queries';
import { deviceCampaignsQuery, singlesQuery } from './queries';
import { isDni } from './search';
import { SingleMessages } from './single-messages';
import { StoryCard } from './story-card';

/** All that was sent to a device or to the devices of a person, and what became of it; or why nothing was. */
export function WhyScreen() {
  const { t } = useLanguage();
  const { who = '', company } = useSearch({ from: '/why' });
  const navigate = useNavigate({ from: '/why' });
  return (
    <>
      <Title order={1} size="h2" mb="md">
        {t.why.title}
      </Title>
      <WhoSearch
        who={who}
        label={t.why.search}
        button={t.why.find}
        onFind={(who) => void navigate({ search: (before) => ({ ...before, who }) })}
      />
      {who === '' && <EmptyState title={t.why.start}>{t.why.startHint}</EmptyState>}
      {who !== '' && isDni(who) && <Person dni={who} chosen={company} />}
      {who !== '' && !isDni(who) && <Device coreId={who} chosen={company} />}
    </>
  );
}

type Chosen = { chosen: number | undefined };

function Person({ dni, chosen }: { dni: string } & Chosen) {
  const { t } = useLanguage();
  const { data, error, refetch } = useQuery(devicesOfPersonQuery(dni));
  return (
    <>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState title={t.why.noDevice}>{t.why.noDeviceHint}</EmptyState>}
      {data?.map(({ core_id }) => (
        <Device key={core_id} coreId={core_id} chosen={chosen} />
      ))}
    </>
  );
}

function Device({ coreId, chosen }: { coreId: string } & Chosen) {
  const { t, number } = useLanguage();
  const company = useCompany(chosen);
  const maySeeSingles = useIsAllowed(singlesQuery(coreId));
  const { data, error, refetch } = useQuery(deviceCampaignsQuery(company, coreId));
  return (
    <section className="why-device">
      <Group gap="xs" mb="sm">
        <Text component="h2" fw={600}>
          {t.device}
        </Text>
        <CopyableId id={coreId} />
        <Link to="/devices/$coreId" params={{ coreId }} className="link">
          {t.details}
        </Link>
      </Group>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data?.campaigns.length === 0 && (
        <EmptyState title={t.why.nothing(number(data.searched))}>
          <WhyNothing coreId={coreId} />
        </EmptyState>
      )}
      {data?.campaigns.map((campaign) => (
        <StoryCard key={campaign.uuid} coreId={coreId} campaign={campaign} />
      ))}
      {maySeeSingles && <SingleMessages coreId={coreId} />}
    </section>
  );
}

function WhyNothing({ coreId }: { coreId: string }) {
  const { t } = useLanguage();
  const { data, error } = useQuery({ ...deviceQuery(coreId), retry: false });
  const isUnknown = (error instanceof HeraldError && error.status === 404) || data?.length === 0;
  if (error && !isUnknown) return <Failure error={error} />;
  if (isUnknown) return <Text size="sm">{t.why.unknownDevice}</Text>;
  return data ? <Text size="sm">{data[0]!.apps.length > 0 ? t.why.notMatched : t.why.noApp}</Text> : null;
}
