import { campaignStopped } from '@herald/contracts';
import { route, updated } from '@herald/http';
import Joi from 'joi';
import { campaignShape, toCampaign, type Campaign } from './campaign.model';
import type { CampaignsDeps } from './deps';
import { findCampaign } from './find-campaign';

export const stopCampaign = route('PATCH /campaigns/api/v1/campaign/:campaign_uid', {
  summary: 'Stop a campaign: what is pending is not sent any more',
  scope: 'campaigns:write',
  resource: 'Campaign',
  body: Joi.object<{ terminated: true }>({ terminated: Joi.valid(true).required() }),
  returns: updated(campaignShape),
  errors: { 404: 'No such campaign' },
  example: { params: { campaign_uid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' }, body: { terminated: true } },
  async handle({ params, caller, note }, deps: CampaignsDeps) {
    const { uuid, company_id } = await findCampaign(params.campaign_uid, caller, deps);
    note({ company_id });
    const options = { returnDocument: 'after', lean: true } as const;
    const stopped = await deps.Campaign.findOneAndUpdate({ uuid }, { $set: { terminated: true } }, options);
    await deps.emit(campaignStopped, { campaign_uuid: uuid });
    return toCampaign(stopped as Campaign);
  },
});
