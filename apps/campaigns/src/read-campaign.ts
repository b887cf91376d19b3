import { found, route } from '@herald/http';
import { campaignShape, toCampaign } from './campaign.model';
import type { CampaignsDeps } from './deps';
import { findCampaign } from './find-campaign';
import { statisticsOf, statisticsShape } from './statistics';

export const readCampaign = route('GET /campaigns/api/v1/campaign/:campaign_uid', {
  summary: 'Read a campaign with its delivery statistics',
  scope: 'campaigns:read',
  resource: 'Campaign',
  returns: found(campaignShape.keys({ statistics: statisticsShape })),
  errors: { 404: 'No such campaign' },
  example: { params: { campaign_uid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' } },
  async handle({ params, caller }, deps: CampaignsDeps) {
    const campaign = await findCampaign(params.campaign_uid, caller, deps);
    return { ...toCampaign(campaign), statistics: await statisticsOf(campaign.uuid, deps.Batch) };
  },
});
