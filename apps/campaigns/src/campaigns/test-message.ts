import { companyId, exampleIds, object, optional, text, uuid as uuidText } from '@herald/contracts';
import { created, route } from '@herald/http';
import type { CampaignsDeps } from '../deps';
import { namedCampaign } from './campaign.model';
import { namedDevices } from './named-devices';
import { startCampaign } from './start-campaign';

const maxDevices = 20;

export const testMessage = route('POST /campaigns/api/v1/test', {
  summary: 'Send a message to some devices for testing',
  description:
    'A campaign for at most 20 devices, which no list shows and no limit of its company holds back. ' +
    'Its uuid opens the same reads as that of any campaign.',
  scope: 'campaigns:write',
  resource: 'Campaign',
  body: object({
    message_id: uuidText(),
    application_name: text().description('Bundle id of the app'),
    company_id: optional(companyId()),
    notifications: namedDevices(maxDevices),
  }),
  company: 'body.company_id',
  idempotent: true,
  returns: created(namedCampaign.answer),
  errors: { 404: 'Message or App: unknown, or not of this company' },
  example: {
    body: {
      message_id: exampleIds.message,
      application_name: 'com.demo.wallet',
      notifications: [{ core_id: 'demo-00', variables: { name: 'Ana' } }],
    },
  },
  async handle({ body, ...request }, deps: CampaignsDeps) {
    return namedCampaign.toAnswer(await startCampaign({ ...body, name: '', is_test: true }, request, deps));
  },
});
