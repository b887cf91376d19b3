import { exampleIds, object } from '@herald/contracts';
import { pageOf, paging, route } from '@herald/http';
import { findCampaign } from '../campaigns/find-campaign';
import type { CampaignsDeps } from '../deps';
import { hiddenDevices } from './hidden-devices';
import { readTargets } from './read-targets';
import { targetAnswer } from './target-answer';
import { targetFilter } from './target-filter';

export const listTargets = route('GET /campaigns/api/v1/campaign/:campaign_uid/notification', {
  summary: 'List the devices of a campaign',
  description: 'Each device with its status, and with the reason of a failure, in the order of their batches.',
  scope: 'campaigns:read',
  resource: 'Notification',
  query: object({ ...paging(), ...targetFilter() }),
  returns: pageOf(targetAnswer, { fields: true }),
  errors: { 404: 'No such campaign' },
  example: { params: { campaign_uid: exampleIds.campaign }, query: { status: 'fails' } },
  async handle({ params, query: { page, per_page, ...wanted }, caller }, deps: CampaignsDeps) {
    const campaign = await findCampaign(params.campaign_uid, caller, deps);
    const hidden = await hiddenDevices(campaign, deps, { caller });
    const rows = { skip: (page - 1) * per_page, limit: per_page };
    const { data, total } = await readTargets(campaign.uuid, { ...wanted, hidden, ...rows }, deps);
    return { data, page, per_page, total };
  },
});
