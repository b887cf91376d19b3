import type { PushBatch } from '@herald/envelopes';
import type { CustomNotification } from '@herald/templates';
import type { Claimed } from './claims';
import type { Delivery } from './delivery.model';
import type { NotificationsDeps } from './deps';
import { judge, type Verdict } from './judge';
import { notificationUuid } from './notification-uuid';
import { resultsTeller, type Settled } from './results-teller';
import { TooLarge, bodyWriter, type WriteBody } from './push-bodies';
import { forgetToken, providerOf, pushTokenId, type PushToken } from './push-token.model';
import type { Outcome, ProviderName, PushProvider } from './providers/provider';

export type Left = {
  /** Places in the batch of those who must be tried again. */
  places: number[];
  /** Places of those whose turn has not come: the rate was reached, or the process stops. */
  untried: number[];
  /** How long a provider asked to be left alone. */
  retryAfterSeconds: number;
};

/** While one batch ends, the others keep the providers busy; more would only hold memory. */
export const batchesAtOnce = 4;

type Receiver = { place: number; core_id: string; uuid: string; variables?: object };
type Ways = { [Name in ProviderName]?: { provider: PushProvider; write: WriteBody } };

/**
 * Sends to the devices of a batch and notes what became of each, soon after it did. Who was settled by an earlier try is
 * left alone, and named again in the results: whoever died after the sending may have died before telling.
 */
export async function sendBatch(
  batch: PushBatch,
  claimed: Claimed,
  deps: NotificationsDeps,
  signal: AbortSignal,
): Promise<Left> {
  const all = receiversOf(batch);
  const receivers = all.slice(0, batch.rate ?? all.length);
  const [tokens, before] = await Promise.all([
    tokensOf(batch, deps),
    claimed === 'again' ? deliveriesOf(receivers, deps) : new Map<string, Delivery>(),
  ]);
  const ways = await waysOf(batch, [...tokens.values()], deps);
  const unnoted = new Set<Promise<void>>();
  const noted = async () => {
    deps.writer.flush();
    await Promise.all(unnoted);
    unnoted.clear();
  };
  const results = resultsTeller(batch, noted, deps);
  const left: Left = { places: [], untried: [], retryAfterSeconds: 0 };

  const serve = async ({ place, core_id, uuid, variables }: Receiver) => {
    const known = before.get(uuid);
    if (known?.settled) return results.add(core_id, settledAs(known));
    const token = tokens.get(core_id);
    const { outcome, provider } = await attempt({ uuid, variables }, token, batch, ways);
    if (outcome.kind === 'busy') {
      left.retryAfterSeconds = Math.max(left.retryAfterSeconds, outcome.retryAfterSeconds ?? 0);
      // While a provider is left alone there is nothing to note: an outage must not cost a write for each device.
      if (outcome.resting) return void left.places.push(place);
    }
    const verdict = judge(outcome, known?.tries ?? []);
    const record = recordOf({ uuid, core_id, device_id: token?.device_id ?? 0, provider, verdict }, batch);
    unnoted.add(deps.writer.add({ record, isKnown: known !== undefined }));
    if (outcome.kind === 'gone') await forgetToken(token!, deps.PushToken);
    if (verdict.settled) results.add(core_id, verdict);
    else left.places.push(place);
    await deps.writer.room();
  };
  try {
    const begun = await mapConcurrently(receivers, deps.sendsAtOnce, signal, serve);
    left.untried = all.slice(begun).map(({ place }) => place);
  } finally {
    results.stop();
    await noted();
  }
  await results.end();
  return left;
}

/**
 * Works on a list with a concurrency limit and returns how many were begun. After a failure or an abort no further one begins, and
 * those in flight end: the process that takes the batch over must not send beside them.
 */
async function mapConcurrently<T>(
  list: T[],
  concurrency: number,
  signal: AbortSignal,
  work: (one: T) => Promise<void>,
): Promise<number> {
  let next = 0;
  const failures: unknown[] = [];
  const worker = async () => {
    while (next < list.length && failures.length === 0 && !signal.aborted)
      await work(list[next++]!).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, list.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return next;
}

function receiversOf({ campaign, core_ids, variables }: PushBatch): Receiver[] {
  return core_ids.map((core_id, place) => {
    return { place, core_id, uuid: notificationUuid(campaign.uuid, core_id), variables: variables?.[place] };
  });
}

const tokenParts = { core_id: 1, device_id: 1, system_name: 1, token: 1 } as const;

async function tokensOf({ campaign, core_ids }: PushBatch, { PushToken }: NotificationsDeps) {
  const ids = core_ids.map((coreId) => pushTokenId(campaign.app_id, coreId));
  const found = await PushToken.collection
    // All at once: no second question for the rest.
    .find<PushToken>({ _id: { $in: ids as never } }, { projection: tokenParts, batchSize: ids.length + 1 })
    .toArray();
  return new Map(found.map((one) => [one.core_id, one]));
}

async function deliveriesOf(receivers: Receiver[], { Delivery }: NotificationsDeps): Promise<Map<string, Delivery>> {
  const found = await Delivery.find({ _id: { $in: receivers.map(({ uuid }) => uuid) } }).lean<Delivery[]>();
  return new Map(found.map((one) => [one._id, one]));
}

/** The providers of a batch's devices, each once; undefined where there are no credentials. */
async function waysOf({ campaign, notification }: PushBatch, tokens: PushToken[], { findProvider }: NotificationsDeps) {
  const ways: Ways = {};
  for (const name of new Set(tokens.map(providerOf))) {
    const provider = await findProvider(campaign.app_id, name);
    const write = bodyWriter(name, notification as CustomNotification, campaign.message_id);
    if (provider) ways[name] = { provider, write };
  }
  return ways;
}

type Attempt = { outcome: Outcome; provider: ProviderName | null };

async function attempt(
  { uuid, variables }: Pick<Receiver, 'uuid' | 'variables'>,
  token: PushToken | undefined,
  { campaign, notification }: PushBatch,
  ways: Ways,
): Promise<Attempt> {
  if (!token) return { provider: null, outcome: { kind: 'refused', answer: 'The app is not on this device' } };
  if (!token.token) return { provider: null, outcome: { kind: 'refused', answer: 'The device has no push token' } };
  const name = providerOf(token);
  const way = ways[name];
  if (!way) return { provider: name, outcome: { kind: 'refused', answer: `The app has no credentials for ${name}` } };
  const { priority } = notification as CustomNotification;
  try {
    const body = way.write(uuid, variables);
    const push = { token: token.token, notificationUuid: uuid, body, priority, bundleId: campaign.bundle_id };
    return { provider: name, outcome: await way.provider.send(push) };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { provider: name, outcome: { kind: 'refused', answer: `The message does not fit: ${error.message}` } };
  }
}

type Tried = Pick<Delivery, 'core_id' | 'device_id' | 'provider'> & { uuid: string; verdict: Verdict };

function recordOf({ uuid, verdict, ...whose }: Tried, { campaign, notification }: PushBatch): Omit<Delivery, 'id'> {
  const now = new Date();
  return {
    _id: uuid,
    ...whose,
    company_id: campaign.company_id,
    application_id: Number(campaign.app_id),
    campaign_uuid: campaign.uuid,
    message_id: campaign.message_id,
    type: (notification as CustomNotification).data.type,
    ...verdict.record,
    created_at: now,
    updated_at: now,
  };
}

function settledAs({ name, tries = [] }: Delivery): Settled {
  return { sent: name !== null, answer: tries.at(-1)?.answer ?? '' };
}
