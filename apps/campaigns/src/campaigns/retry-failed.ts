import { exampleIds, object, optional, text } from '@herald/contracts';
import { conflict, created, route } from '@herald/http';
import type { CampaignsDeps } from '../deps';
import { campaigns, type Campaign } from './campaign.model';
import { findCampaign } from './find-campaign';
import { launchFields } from './launch-fields';
import { countAudience } from './launch-guard';
import { startCampaign } from './start-campaign';

export const retryFailed = route('POST /campaigns/api/v1/campaign/:campaign_uid/retry', {
  summary: 'Send again to the failed devices',
  description:
    'A new campaign with the same message, for the devices that failed in this one, or failed for one reason. ' +
    'Its `retry_of` names this campaign.',
  scope: 'campaigns:write',
  resource: 'Campaign',
  body: object({
    name: optional(text().allow('')),
    reason: optional(text(4_096).description('Only devices that failed for exactly this reason')),
    ...launchFields(),
  }),
  idempotent: true,
  returns: created(campaigns.answer),
  errors: {
    404: 'No such campaign, or its message or app does not exist any more',
    409: 'No device failed, or the variables of the message were deleted when the campaign ended',
  },
  example: { params: { campaign_uid: exampleIds.campaign }, body: { name: 'Second try' } },
  async handle({ params, body, ...request }, deps: CampaignsDeps) {
    const campaign = await findCampaign(params.campaign_uid, request.caller, deps);
    const { name, message_id, application_name, company_id, uuid } = campaign;
    if (hasVariables(campaign))
      throw conflict({ errors: 'The variables of the devices were not kept: name the devices with them again' });
    const { reason: retry_reason, ...launch } = body;
    const audience = { retry_of: uuid, ...(retry_reason ? { retry_reason } : {}) };
    if ((await countAudience(audience, deps)) === 0) throw conflict({ errors: 'No device failed' });
    const order = { name, message_id, application_name, company_id, ...launch, ...audience };
    return campaigns.toAnswer(await startCampaign(order, request, deps));
  },
});

/** The variables of named devices are personal data, which a campaign forgets at its end. */
function hasVariables({ segment_id, retry_of, notification }: Campaign): boolean {
  return !segment_id && !retry_of && /\{\{[^{}]+\}\}/.test(JSON.stringify(notification));
}
