import { Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useLanguage } from '../language/language';
import { CopyableId } from '../parts/copyable-id';
import { Failure } from '../parts/failure';
import { ApprovalCard } from './approval-card';
import { Details } from './details';
import { useLive } from './live';
import { LiveCounts } from './live-counts';
import { campaignQuery, type Campaign } from './queries';
import { Reasons } from './reasons';
import { RetryFailed } from './retry-failed';
import { StateBadge } from './state-badge';
import { StopCampaign } from './stop-campaign';
import { Targets } from './targets';

/** One campaign as it goes. */
export function CampaignPage() {
  const { t } = useLanguage();
  const { uuid } = useParams({ from: '/campaigns/$uuid' });
  const { data: campaign, error, refetch } = useQuery(campaignQuery(uuid));
  useLive(campaign ? [campaign] : []);
  const company = campaign?.company_id;
  return (
    <>
      <Link to="/campaigns" search={company ? { company: Number(company) } : {}} className="link">
        {t.campaigns}
      </Link>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {campaign && <CampaignContent campaign={campaign} />}
    </>
  );
}

function CampaignContent({ campaign }: { campaign: Campaign }) {
  const { t } = useLanguage();
  const hasFailed = campaign.statistics.fails > 0;
  return (
    <>
      <Group justify="space-between" align="flex-start" mt={4} mb="md">
        <div>
          <Group gap="sm">
            <Title order={1} size="h2">
              {campaign.name || t.unnamed}
            </Title>
            <StateBadge campaign={campaign} />
          </Group>
          <CopyableId id={campaign.uuid} />
        </div>
        <Group gap="sm">
          {hasFailed && <RetryFailed campaign={campaign} />}
          {!campaign.terminated && <StopCampaign campaign={campaign} />}
        </Group>
      </Group>
      {campaign.approval && <ApprovalCard campaign={campaign} approval={campaign.approval} />}
      <LiveCounts campaign={campaign} />
      {hasFailed && <Reasons campaign={campaign} />}
      <Details campaign={campaign} />
      {campaign.approval?.status !== 'pending' && <Targets campaign={campaign} />}
    </>
  );
}
