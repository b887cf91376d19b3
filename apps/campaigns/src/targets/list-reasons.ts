import { exampleIds, integer, list, object, string } from '@herald/contracts';
import { found, route } from '@herald/http';
import { findCampaign } from '../campaigns/find-campaign';
import type { CampaignsDeps } from '../deps';
import { countReasons } from './wanted-batches';

const maxReasons = 100;

export const listReasons = route('GET /campaigns/api/v1/campaign/:campaign_uid/reason', {
  summary: 'Count the failures of a campaign by reason',
  description: `The reasons in the words of the provider, the most frequent first, at most ${maxReasons}.`,
  scope: 'campaigns:read',
  resource: 'Reason',
  returns: found(list(object({ reason: string().allow(''), count: integer() }))),
  errors: { 404: 'No such campaign' },
  example: { params: { campaign_uid: exampleIds.campaign } },
  async handle({ params, caller }, deps: CampaignsDeps) {
    const { uuid } = await findCampaign(params.campaign_uid, caller, deps);
    const groups = await countReasons(uuid, maxReasons, deps);
    return groups.map(({ _id, count }) => ({ reason: _id ?? '', count }));
  },
});
