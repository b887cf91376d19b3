import { holdsCompany, type Caller } from '@herald/auth';
import type { KnownApp, KnownMessage } from '@herald/client';
import { campaignExpanding } from '@herald/contracts';
import { notFound } from '@herald/http';
import { traceHeaders } from '@herald/tracing';
import { batchSize } from '../batches/batch-size';
import { createBatches } from '../batches/create-batches';
import { forgetAt } from '../batches/forget-at';
import type { CampaignsDeps } from '../deps';
import { lastPortion, savePortion } from '../portions/save-portion';
import { splitDevices, toDevices } from '../portions/split-devices';
import type { Approval } from './approval';
import type { Campaign } from './campaign.model';
import { guardLaunch, type Launch } from './launch-guard';
import type { NamedDevice } from './named-devices';

type Order = Launch & {
  name: string;
  message_id: string;
  application_name: string;
  company_id?: string;
  finish_date?: Date;
  rate?: number | null;
};
type Request = { caller: Caller; uuid: string; note(note: { company_id: string; resource_id: string }): void };

/** Saves a campaign with its named devices, and starts it unless it has to be approved first. */
export async function startCampaign(
  order: Order,
  { caller, uuid, note }: Request,
  deps: CampaignsDeps,
): Promise<Campaign> {
  const { message, app } = await findParts(order, caller, deps);
  const { company_id } = app;
  const approval = await guardLaunch(order, { companyId: company_id, caller }, deps);
  note({ company_id, resource_id: uuid });
  if (order.notifications) await listNamed(uuid, order.notifications, order, deps);
  const campaign = await saveCampaign(uuid, order, { app, message, approval }, deps);
  if (campaign.approval?.status !== 'pending') await deps.emit(campaignExpanding, { campaign_uuid: uuid });
  return campaign;
}

/** What an order names must exist, belong to the same company, and be the caller's. */
async function findParts(order: Order, caller: Caller, deps: CampaignsDeps) {
  const { message_id, segment_id } = order;
  const [message, app, segment] = await Promise.all([
    deps.findMessage(message_id),
    appFor(order, caller, deps),
    segment_id ? deps.findSegment(segment_id) : undefined,
  ]);
  if (!message || !maySend(message, caller)) throw noMessage();
  if (!app) throw notFound({ resource: 'App' });
  if (message.company_id !== null && message.company_id !== app.company_id) throw noMessage();
  if (segment_id && segment?.company_id !== app.company_id) throw notFound({ resource: 'Segment' });
  return { message, app };
}

/** A retry with the same Idempotency-Key finds the devices that the first try listed. */
async function listNamed(
  campaign_uuid: string,
  devices: NamedDevice[],
  { finish_date = null, rate = null }: Pick<Partial<Campaign>, 'finish_date' | 'rate'>,
  deps: CampaignsDeps,
): Promise<void> {
  const split = splitDevices(toDevices(devices), batchSize(rate));
  const forget_at = forgetAt({ finish_date, rate }, split.lists.length);
  const only = { campaign_uuid, position: 0, first: 0, next: null };
  const portion = await savePortion(only, { ...split, forget_at }, deps);
  await createBatches(portion ?? (await lastPortion(campaign_uuid, deps))!, deps);
}

const noMessage = () =>
  notFound({ resource: 'Message', message: 'Not exists', errors: 'Message not found on the message service' });

function maySend({ company_id }: KnownMessage, caller: Caller): boolean {
  return company_id === null ? caller.companies === '*' : holdsCompany(caller, company_id);
}

/** The app of the named company; without a name, of a company that the token holds. */
async function appFor(
  { application_name, company_id }: Order,
  caller: Caller,
  { findApp, appsOfBundle }: CampaignsDeps,
): Promise<KnownApp | undefined> {
  if (company_id) return findApp(company_id, application_name);
  return (await appsOfBundle(application_name)).find((app) => holdsCompany(caller, app.company_id));
}

/** A retry with the same Idempotency-Key has the same uuid: it finds the campaign that the first try saved. */
async function saveCampaign(
  uuid: string,
  order: Order,
  { app, message, approval }: { app: KnownApp; message: KnownMessage; approval?: Approval },
  { Campaign }: CampaignsDeps,
): Promise<Campaign> {
  const { name, message_id, application_name, segment_id = '', finish_date = null, rate = null } = order;
  const { retry_of, retry_reason, is_test } = order;
  const { company_id, id: app_id, flavor_id } = app;
  const trace = traceHeaders();
  const rare: Partial<Campaign> = {
    ...(approval ? { approval } : {}),
    ...(retry_of ? { retry_of } : {}),
    ...(retry_reason ? { retry_reason } : {}),
    ...(is_test ? { is_test } : {}),
    ...(trace.traceparent ? { trace } : {}),
  };
  const campaign: Partial<Campaign> = {
    ...{ company_id, name, message_id, application_name, app_id, flavor_id, segment_id, finish_date, rate },
    ...rare,
    notification: message.custom_notification,
    terminated: false,
    expanded: false,
    cursor: '',
    expanding_at: new Date(),
    walked_at: null,
    next_batch_at: new Date(),
  };
  const options = { upsert: true, returnDocument: 'after' } as const;
  return (await Campaign.findOneAndUpdate({ uuid }, { $setOnInsert: campaign }, options).lean())!;
}
