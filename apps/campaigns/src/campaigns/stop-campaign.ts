import { campaignStopped, exampleIds, object, oneOf } from '@herald/contracts';
import { route, updated } from '@herald/http';
import type { CampaignsDeps } from '../deps';
import { campaigns } from './campaign.model';
import { findCampaign } from './find-campaign';

export const stopCampaign = route('PATCH /campaigns/api/v1/campaign/:campaign_uid', {
  summary: 'Stop a campaign',
  description: 'Devices that are still pending are not sent to any more.',
  scope: 'campaigns:write',
  resource: 'Campaign',
  body: object({ terminated: oneOf(true) }),
  returns: updated(campaigns.answer),
  errors: { 404: 'No such campaign' },
  example: { params: { campaign_uid: exampleIds.campaign }, body: { terminated: true } },
  async handle({ params, caller, note }, deps: CampaignsDeps) {
    const { uuid, company_id } = await findCampaign(params.campaign_uid, caller, deps);
    note({ company_id });
    const options = { returnDocument: 'after', lean: true } as const;
    const stopped = await deps.Campaign.findOneAndUpdate({ uuid }, { $set: { terminated: true } }, options);
    await deps.emit(campaignStopped, { campaign_uuid: uuid });
    return campaigns.toAnswer(stopped!);
  },
});
