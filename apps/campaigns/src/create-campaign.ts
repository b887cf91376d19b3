import { holdsCompany, type Caller } from '@herald/auth';
import { campaignExpanding, companyId, text, uuid as uuidText } from '@herald/contracts';
import { created, notFound, route, jsonBody } from '@herald/http';
import type { KnownApp, KnownMessage } from '@herald/client';
import Joi from 'joi';
import { createdShape, toCampaign, toCreated, type Campaign } from './campaign.model';
import type { CampaignsDeps } from './deps';
import { finishDate } from './finish-date';
import { listDevices } from './list-devices';
import { namedDevices, type NamedDevice } from './named-devices';

type NewCampaign = {
  name: string;
  message_id: string;
  application_name: string;
  company_id?: string;
  notifications?: NamedDevice[];
  segment_id?: string;
  finish_date?: Date;
  rate?: number;
};

/** A hundred thousand devices with some variables each. */
const maxBytes = 33_554_432;

export const createCampaign = route('POST /campaigns/api/v1/campaign', {
  summary: 'Send a message to named devices, or to the devices of a segment',
  scope: 'campaigns:write',
  resource: 'Campaign',
  body: jsonBody(
    Joi.object<NewCampaign>({
      name: text().allow('').default(''),
      message_id: uuidText().required(),
      application_name: text().required().description('Bundle id of the app'),
      company_id: companyId(),
      notifications: namedDevices(),
      segment_id: uuidText(),
      finish_date: finishDate(),
      rate: Joi.number().integer().min(1).max(1_000_000).description('At most so many messages a second'),
    }).xor('notifications', 'segment_id'),
    { maxBytes },
  ),
  company: 'body.company_id',
  idempotent: true,
  timeoutSeconds: 120,
  aliases: ['POST /campaigns/campaigns/api/v1/campaign'],
  returns: created(createdShape),
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
    if (body.segment_id) await mustHaveSegment(body.segment_id, company_id, deps);
    note({ company_id, resource_id: uuid });
    if (body.notifications) await listDevices(uuid, body.notifications, body, deps);
    const campaign = await store(uuid, body, { app, message }, deps);
    await deps.emit(campaignExpanding, { campaign_uuid: uuid });
    return body.segment_id ? { ...toCampaign(campaign), _id: { $oid: campaign._id.toString() } } : toCreated(campaign);
  },
});

const noMessage = () =>
  notFound({ resource: 'Message', message: 'Not exists', errors: 'Message not found on the message service' });

function maySend({ company_id }: KnownMessage, caller: Caller): boolean {
  return company_id === null ? caller.companies === '*' : holdsCompany(caller, company_id);
}

/** The app of the company that is named, else of one that the token holds. */
async function appFor(
  { application_name, company_id }: NewCampaign,
  caller: Caller,
  { findApp, appsOfBundle }: CampaignsDeps,
): Promise<KnownApp | undefined> {
  if (company_id) return findApp(company_id, application_name);
  return (await appsOfBundle(application_name)).find((app) => holdsCompany(caller, app.company_id));
}

async function mustHaveSegment(uuid: string, companyId: string, { findSegment }: CampaignsDeps): Promise<void> {
  const segment = await findSegment(uuid);
  if (segment?.company_id !== companyId) throw notFound({ resource: 'Segment' });
}

/** A repeat of a request that died between this and its answer comes with the same uuid: it finds what the first made. */
async function store(
  uuid: string,
  { name, message_id, application_name, segment_id = '', finish_date, rate }: NewCampaign,
  { app, message }: { app: KnownApp; message: KnownMessage },
  { Campaign }: CampaignsDeps,
): Promise<Campaign> {
  const { company_id, id: app_id, flavor_id } = app;
  const campaign = {
    ...{ company_id, name, message_id, application_name, app_id, flavor_id, segment_id },
    finish_date: finish_date ?? null,
    rate: rate ?? null,
    notification: message.custom_notification,
    terminated: false,
    expanded: false,
    cursor: '',
    expanding_at: new Date(),
    walked_at: null,
    next_batch_at: new Date(),
  };
  const options = { upsert: true, returnDocument: 'after', lean: true } as const;
  return (await Campaign.findOneAndUpdate({ uuid }, { $setOnInsert: campaign }, options)) as Campaign;
}
