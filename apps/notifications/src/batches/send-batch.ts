import type { PushBatch } from '@herald/contracts';
import { findPlain, type Acquired } from '@herald/persistence';
import type { CustomNotification, TemplateVariables } from '@herald/push-message';
import { campaignOf } from '../campaigns/known-campaign.model';
import { toStored } from '../deliveries/campaign-delivery.model';
import { decideDelivery } from '../deliveries/decide-delivery';
import type { Delivery } from '../deliveries/delivery.model';
import { findCampaignDeliveries } from '../deliveries/find-deliveries';
import { campaignNotificationUuid } from '../deliveries/notification-uuid';
import type { NotificationsDeps } from '../deps';
import { TooLarge, bodyWriter, type WriteBody } from '../messages/push-bodies';
import { providerNames, type Outcome, type ProviderName, type PushProvider } from '../providers/provider';
import { blockedReason, forgetToken, providerOf, pushTokenId, type PushToken } from '../tokens/push-token.model';
import { batchResultsPublisher, type DeviceResult } from './batch-results-publisher';
import { mapConcurrently } from './map-concurrently';
import { pushSpan } from './push-span';

/** What is left of a batch, as indexes of its devices. */
export type Remaining = {
  /** Devices that must be tried again. */
  retry: number[];
  /** Devices that were not tried: the rate limit was reached, or the process stops. */
  notStarted: number[];
  /** The longest delay that a provider asked for. */
  retryAfterSeconds: number;
};

/** While one batch ends, the others keep the providers busy; more would only take memory. */
export const maxBatchesPerCampaign = 4;

/** The contract of the message allows any objects here; the campaigns service has checked both. */
type CheckedBatch = PushBatch & { notification: CustomNotification; variables?: TemplateVariables[] };
type Recipient = { index: number; core_id: string; uuid: string; variables?: TemplateVariables };
type Token = Pick<PushToken, (typeof tokenFields)[number]>;
type Channels = {
  [Name in ProviderName]?: { provider: PushProvider; write: WriteBody; span: ReturnType<typeof pushSpan> };
};

/**
 * Sends to the devices of a batch and records each outcome. A device that an earlier attempt settled is not sent to
 * again, but its result is published again: that attempt may have crashed before publishing it.
 */
export async function sendBatch(
  message: PushBatch,
  acquired: Acquired,
  deps: NotificationsDeps,
  signal: AbortSignal,
): Promise<Remaining> {
  const batch = message as CheckedBatch;
  const due = batch.core_ids.slice(0, batch.rate);
  const [{ tokens, erased }, providers, previous] = await Promise.all([
    findTokens(batch, deps),
    findProviders(batch, deps),
    acquired === 'again' ? earlierDeliveries(batch, due, deps) : new Map<string, Delivery>(),
  ]);
  const all = recipientsOf(batch, previous);
  const channels = openChannels(batch, [...tokens.values()], providers);
  const results = batchResultsPublisher(batch, acquired, deps);
  const remaining: Remaining = { retry: [], notStarted: [], retryAfterSeconds: 0 };

  const sendToDevice = async ({ index, core_id, uuid, variables }: Recipient) => {
    const known = previous.get(core_id);
    const [settled, token] = [settledResult(known, erased.has(core_id)), tokens.get(core_id)];
    if (settled) return results.add(index, settled);
    const { outcome, provider } = await attempt({ uuid, variables }, token, batch, channels);
    if (outcome.kind === 'busy') {
      remaining.retryAfterSeconds = Math.max(remaining.retryAfterSeconds, outcome.retryAfterSeconds ?? 0);
      // Nothing was sent to a paused provider, so nothing is recorded: an outage must not cost a write per device.
      if (outcome.isPaused) return void remaining.retry.push(index);
    }
    const verdict = decideDelivery(outcome, known?.tries ?? []);
    const record = toStored({ _id: uuid, token, batch: batch.number, provider, verdict, at: new Date() });
    // A device keeps its place among those in flight until then: a killed process repeats no more than these.
    await deps.storeDelivery({ record, isKnown: known !== undefined });
    if (outcome.kind === 'gone') await forgetToken({ ...token!, app_id: batch.campaign.app_id }, deps);
    if (verdict.settled) results.add(index, verdict);
    else remaining.retry.push(index);
  };
  try {
    const started = await mapConcurrently(all.slice(0, due.length), deps.maxInFlightPerBatch, signal, sendToDevice);
    remaining.notStarted = all.slice(started).map(({ index }) => index);
  } finally {
    for (const { span } of Object.values(channels)) span.end();
    results.stop();
  }
  await results.end();
  return remaining;
}

function recipientsOf({ campaign, core_ids, variables }: CheckedBatch, previous: Map<string, Delivery>): Recipient[] {
  return core_ids.map((core_id, index) => {
    const uuid = previous.get(core_id)?._id ?? campaignNotificationUuid(campaign.uuid, core_id);
    return { index, core_id, uuid, variables: variables?.[index] };
  });
}

const notOnDevice = 'The app is not on this device';

const tokenFields = ['core_id', 'device_id', 'system_name', 'token', 'block'] as const;

/** In a reply of more than 256 KB, a token costs some engines three times as much: they write to new memory. */
const tokensPerRead = 500;

async function findTokens({ campaign, core_ids }: PushBatch, { PushToken, erasedDevices }: NotificationsDeps) {
  const ids = core_ids.map((coreId) => pushTokenId(campaign.app_id, coreId));
  const reads: Promise<Token[]>[] = [];
  for (let at = 0; at < ids.length; at += tokensPerRead)
    reads.push(findPlain(PushToken, { _id: { $in: ids.slice(at, at + tokensPerRead) } }, tokenFields));
  const tokens = new Map((await Promise.all(reads)).flat().map((one) => [one.core_id, one]));
  const missing = core_ids.filter((coreId) => !tokens.has(coreId));
  return { tokens, erased: await erasedDevices(campaign.company_id, missing) };
}

async function earlierDeliveries(batch: PushBatch, coreIds: string[], deps: NotificationsDeps) {
  const campaign = campaignOf(batch);
  const sent = coreIds.map((core_id) => ({ campaign, core_id }));
  const found = await findCampaignDeliveries(sent, deps);
  return new Map(found.map((one) => [one.core_id, one]));
}

/** Those of the app that have credentials, looked up while its tokens are: not each batch needs all of them. */
async function findProviders({ campaign }: PushBatch, { findProvider }: NotificationsDeps): Promise<PushProvider[]> {
  const found = await Promise.all(providerNames.map((name) => findProvider(campaign.app_id, name)));
  return found.filter((provider) => provider !== undefined);
}

/** The providers that the devices of a batch need. */
function openChannels({ campaign, notification }: CheckedBatch, tokens: Token[], providers: PushProvider[]): Channels {
  const needed = new Set(tokens.map(providerOf));
  const open = (provider: PushProvider) => {
    const write = bodyWriter(provider.name, notification, campaign.message_id);
    return [provider.name, { provider, write, span: pushSpan(provider.name) }] as const;
  };
  return Object.fromEntries(providers.filter(({ name }) => needed.has(name)).map(open));
}

type Attempt = { outcome: Outcome; provider: ProviderName | null };

async function attempt(
  { uuid, variables }: Pick<Recipient, 'uuid' | 'variables'>,
  token: Token | undefined,
  { campaign, notification }: CheckedBatch,
  channels: Channels,
): Promise<Attempt> {
  if (!token) return { provider: null, outcome: { kind: 'refused', answer: notOnDevice } };
  if (token.block?.is) return { provider: null, outcome: { kind: 'refused', answer: blockedReason } };
  if (!token.token) return { provider: null, outcome: { kind: 'refused', answer: 'The device has no push token' } };
  const name = providerOf(token);
  const channel = channels[name];
  if (!channel)
    return { provider: name, outcome: { kind: 'refused', answer: `The app has no credentials for ${name}` } };
  const { priority } = notification;
  try {
    const body = channel.write(uuid, variables);
    const push = { token: token.token, notificationUuid: uuid, body, priority, bundleId: campaign.bundle_id };
    const outcome = await channel.provider.send(push);
    channel.span.count(outcome);
    return { provider: name, outcome };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { provider: name, outcome: { kind: 'refused', answer: `The message does not fit: ${error.message}` } };
  }
}

/** A batch may wait while a device is erased: nothing is recorded, and the campaign counts the place of the device. */
function settledResult(known: Delivery | undefined, isErased: boolean): DeviceResult | undefined {
  if (isErased) return { sent: false, answer: notOnDevice };
  return known?.settled ? resultOf(known) : undefined;
}

function resultOf({ name, tries = [] }: Delivery): DeviceResult {
  return { sent: name !== null, answer: tries.at(-1)?.answer ?? '' };
}
