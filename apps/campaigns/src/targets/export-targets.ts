import { object } from '@herald/contracts';
import { csv, route } from '@herald/http';
import { findCampaign } from '../campaigns/find-campaign';
import type { CampaignsDeps } from '../deps';
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
  example: { params: { campaign_uid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' }, query: { status: 'fails' } },
  async handle({ params, query, caller }, deps: CampaignsDeps) {
    const { uuid } = await findCampaign(params.campaign_uid, caller, deps);
    return { name: `campaign-${uuid}.csv`, pages: targetPages(uuid, query, deps) };
  },
});
