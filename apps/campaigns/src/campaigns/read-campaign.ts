import { exampleIds, object } from '@herald/contracts';
import { found, route } from '@herald/http';
import type { CampaignsDeps } from '../deps';
import { campaigns } from './campaign.model';
import { findCampaign } from './find-campaign';
import { statistics, statisticsOf } from './statistics';

export const readCampaign = route('GET /campaigns/api/v1/campaign/:campaign_uid', {
  summary: 'Read a campaign with its delivery statistics',
  scope: 'campaigns:read',
  resource: 'Campaign',
  returns: found(object({ ...campaigns.fields, statistics })),
  errors: { 404: 'No such campaign' },
  example: { params: { campaign_uid: exampleIds.campaign } },
  async handle({ params, caller }, deps: CampaignsDeps) {
    const uuid = params.campaign_uid.toLowerCase();
    // At once: while campaigns are sent, each command waits for its turn.
    const [campaign, counted] = await Promise.all([findCampaign(uuid, caller, deps), statisticsOf(uuid, deps.Batch)]);
    return { ...campaigns.toAnswer(campaign), statistics: counted };
  },
});
