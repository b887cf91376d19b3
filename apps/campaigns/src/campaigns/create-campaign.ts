import { anyOf, companyId, exampleIds, object, optional, text, uuid as uuidText, withDefault } from '@herald/contracts';
import { created, jsonBody, route } from '@herald/http';
import type { CampaignsDeps } from '../deps';
import { campaigns, namedCampaign, segmentCampaignAnswer } from './campaign.model';
import { finishDate } from './finish-date';
import { launchFields } from './launch-fields';
import { namedDevices } from './named-devices';
import { startCampaign } from './start-campaign';

/** Has room for 100,000 devices with some variables each. */
const maxBytes = 33_554_432;

const newCampaign = object({
  name: withDefault(text().allow(''), ''),
  message_id: uuidText(),
  application_name: text().description('Bundle id of the app'),
  company_id: optional(companyId()),
  notifications: optional(namedDevices()),
  segment_id: optional(uuidText()),
  finish_date: optional(finishDate()),
  ...launchFields(),
}).xor('notifications', 'segment_id');

export const createCampaign = route('POST /campaigns/api/v1/campaign', {
  summary: 'Create a campaign and start it',
  description:
    'Sends a message to named devices, or to the devices of a segment. Above the limits of its company a campaign ' +
    'must be confirmed with the number of its devices, or waits for the approval of a second person.',
  scope: 'campaigns:write',
  resource: 'Campaign',
  body: jsonBody(newCampaign, { maxBytes }),
  company: 'body.company_id',
  idempotent: true,
  timeoutSeconds: 120,
  aliases: ['POST /campaigns/campaigns/api/v1/campaign'],
  returns: created(anyOf(namedCampaign.answer, segmentCampaignAnswer)),
  errors: { 404: 'Message, App or Segment: unknown, or not of this company' },
  example: {
    body: {
      name: 'Cards are ready',
      message_id: exampleIds.message,
      application_name: 'com.demo.wallet',
      notifications: [{ core_id: 'demo-00', variables: { name: 'Ana' } }],
    },
  },
  async handle({ body, ...request }, deps: CampaignsDeps) {
    const campaign = await startCampaign(body, request, deps);
    if (!body.segment_id) return namedCampaign.toAnswer(campaign);
    return { ...campaigns.toAnswer(campaign), _id: { $oid: String(campaign._id) } };
  },
});
