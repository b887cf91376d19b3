import { holdsCompany, type Caller } from '@herald/auth';
import type { KnownApp, KnownMessage } from '@herald/client';
import {
  anyOf,
  campaignExpanding,
  companyId,
  integer,
  object,
  optional,
  text,
  uuid as uuidText,
  withDefault,
  type TypeOf,
} from '@herald/contracts';
import { created, jsonBody, notFound, route } from '@herald/http';
import { batchSize } from '../batches/batch-size';
import { createBatches } from '../batches/create-batches';
import { splitDevices } from '../batches/split-devices';
import type { CampaignsDeps } from '../deps';
import { campaigns, namedCampaign, segmentCampaignAnswer, type Campaign } from './campaign.model';
import { finishDate } from './finish-date';
import { namedDevices } from './named-devices';

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
  rate: optional(integer().min(1).max(1_000_000).description('Maximum messages per second')),
}).xor('notifications', 'segment_id');
type NewCampaign = TypeOf<typeof newCampaign>;

export const createCampaign = route('POST /campaigns/api/v1/campaign', {
  summary: 'Create a campaign and start it',
  description: 'Sends a message to named devices, or to the devices of a segment.',
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
      message_id: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10',
      application_name: 'com.acme.wallet',
      notifications: [{ core_id: 'a2f1c9d0-5b7e-4a58-9f0c-3f6f0f6f2b11', variables: { name: 'Ana' } }],
    },
  },
  async handle({ body, caller, uuid, note }, deps: CampaignsDeps) {
    const message = await deps.findMessage(body.message_id);
    if (!message || !maySend(message, caller)) throw noMessage();
    const app = await appFor(body, caller, deps);
    if (!app) throw notFound({ resource: 'App' });
    const { company_id } = app;
    if (message.company_id !== null && message.company_id !== company_id) throw noMessage();
    if (body.segment_id) await assertSegment(body.segment_id, company_id, deps);
    note({ company_id, resource_id: uuid });
    const { notifications, finish_date = null, rate = null } = body;
    if (notifications)
      await createBatches({ uuid, finish_date, rate }, splitDevices(notifications, batchSize(rate)), 0, deps);
    const campaign = await saveCampaign(uuid, body, { app, message }, deps);
    await deps.emit(campaignExpanding, { campaign_uuid: uuid });
    if (!body.segment_id) return namedCampaign.toAnswer(campaign);
    return { ...campaigns.toAnswer(campaign), _id: { $oid: String(campaign._id) } };
  },
});

const noMessage = () =>
  notFound({ resource: 'Message', message: 'Not exists', errors: 'Message not found on the message service' });

function maySend({ company_id }: KnownMessage, caller: Caller): boolean {
  return company_id === null ? caller.companies === '*' : holdsCompany(caller, company_id);
}

/** The app of the named company; without a name, of a company that the token holds. */
async function appFor(
  { application_name, company_id }: NewCampaign,
  caller: Caller,
  { findApp, appsOfBundle }: CampaignsDeps,
): Promise<KnownApp | undefined> {
  if (company_id) return findApp(company_id, application_name);
  return (await appsOfBundle(application_name)).find((app) => holdsCompany(caller, app.company_id));
}

async function assertSegment(uuid: string, companyId: string, { findSegment }: CampaignsDeps): Promise<void> {
  const segment = await findSegment(uuid);
  if (segment?.company_id !== companyId) throw notFound({ resource: 'Segment' });
}

/** A retry with the same Idempotency-Key has the same uuid: it finds the campaign that the first try saved. */
async function saveCampaign(
  uuid: string,
  body: NewCampaign,
  { app, message }: { app: KnownApp; message: KnownMessage },
  { Campaign }: CampaignsDeps,
): Promise<Campaign> {
  const { name, message_id, application_name, segment_id = '', finish_date = null, rate = null } = body;
  const { company_id, id: app_id, flavor_id } = app;
  const campaign = {
    ...{ company_id, name, message_id, application_name, app_id, flavor_id, segment_id, finish_date, rate },
    notification: message.custom_notification,
    terminated: false,
    expanded: false,
    cursor: '',
    expanding_at: new Date(),
    walked_at: null,
    next_batch_at: new Date(),
  };
  const options = { upsert: true, returnDocument: 'after', lean: true } as const;
  return (await Campaign.findOneAndUpdate({ uuid }, { $setOnInsert: campaign }, options))!;
}
