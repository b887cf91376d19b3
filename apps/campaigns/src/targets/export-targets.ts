import { exampleIds, object } from '@herald/contracts';
import { csv, route } from '@herald/http';
import { findCampaign } from '../campaigns/find-campaign';
import type { CampaignsDeps } from '../deps';
import { hiddenDevices } from './hidden-devices';
import { targetPages } from './read-targets';
import { targetAnswer } from './target-answer';
import { targetFilter } from './target-filter';

export const exportTargets = route('GET /campaigns/api/v1/campaign/:campaign_uid/notification.csv', {
  summary: 'Download the devices of a campaign as CSV',
  description: 'All devices that match, as in the list, in one streamed file.',
  scope: 'campaigns:read',
  resource: 'Notification',
  query: object(targetFilter()),
  returns: csv(targetAnswer),
  errors: { 404: 'No such campaign', 429: 'Too many downloads of one caller' },
  example: { params: { campaign_uid: exampleIds.campaign }, query: { status: 'fails' } },
  async handle({ params, query, caller }, deps: CampaignsDeps) {
    const campaign = await findCampaign(params.campaign_uid, caller, deps);
    const hidden = await hiddenDevices(campaign, deps, { caller });
    const { uuid } = campaign;
    return { name: `campaign-${uuid}.csv`, pages: targetPages(uuid, { ...query, hidden }, deps) };
  },
});
