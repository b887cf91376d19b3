import { setTimeout as sleep } from 'node:timers/promises';
import { pushBatch, type PushBatch } from '@herald/contracts';
import { RetryAfter, consumer } from '@herald/messaging';
import { linkToTrace } from '@herald/tracing';
import type { NotificationsDeps } from '../deps';
import { sendBatch, type Remaining } from './send-batch';

/** More than one campaign may work on at once, so that batches of other campaigns are received too. */
const prefetch = 24;
const maxWaitSeconds = 600;
/** A rate is counted per second. */
const rateIntervalSeconds = 1;

export const onPushBatch = consumer({
  name: 'on-push-batch',
  on: pushBatch,
  prefetch,
  timeoutSeconds: 900,
  startsTrace: true,
  async handle(batch, deps: NotificationsDeps, { signal }) {
    linkToTrace(batch.campaign.trace);
    await waitUntilDue(batch);
    await deps.limitPerCampaign(batch.campaign.uuid, () => processBatch(batch, deps, signal));
  },
});

async function processBatch(batch: PushBatch, deps: NotificationsDeps, signal: AbortSignal): Promise<void> {
  const { batch_id } = batch;
  if (await deps.isStopped(batch)) return;
  const acquired = await deps.leases.acquire(batch_id);
  if (!acquired) throw new RetryAfter(1, batch);
  let remaining: Remaining | undefined;
  try {
    remaining = await sendBatch(batch, acquired, deps, signal);
  } finally {
    if (remaining && isEmpty(remaining)) deps.leases.letExpire(batch_id);
    else await deps.leases.release(batch_id);
  }
  if (!isEmpty(remaining)) throw retryOf(batch, remaining);
}

const isEmpty = ({ retry, notStarted }: Remaining) => retry.length === 0 && notStarted.length === 0;

/** The broker delays messages by fixed steps: a longer wait takes several steps, and its last second is spent here. */
async function waitUntilDue(batch: PushBatch): Promise<void> {
  const waitMs = batch.not_before ? Date.parse(batch.not_before) - Date.now() : 0;
  // A time further in the future was written before the clock was set back.
  if (waitMs > 2 * maxWaitSeconds * 1000) return;
  if (waitMs > 1_000) throw new RetryAfter(waitMs / 1000, batch);
  if (waitMs > 0) await sleep(waitMs);
}

/**
 * A message with the remaining devices of a batch. Its delay has jitter, and grows only while no device succeeds: a
 * provider that accepts some pushes and refuses others would otherwise delay the last ones by many minutes.
 */
function retryOf({ core_ids, places, variables, ...batch }: PushBatch, remaining: Remaining): RetryAfter {
  const { retry, notStarted, retryAfterSeconds } = remaining;
  const noneSucceeded = retry.length > 0 && retry.length + notStarted.length === core_ids.length;
  const backoff = Math.min(2 ** batch.tries, maxWaitSeconds) * (0.5 + Math.random());
  const retrySeconds = Math.max(backoff, retryAfterSeconds * (1 + Math.random() / 4));
  const seconds = retry.length > 0 ? retrySeconds : rateIntervalSeconds;
  const indexes = [...notStarted, ...retry];
  return new RetryAfter(seconds, {
    ...batch,
    core_ids: indexes.map((index) => core_ids[index]!),
    ...(places ? { places: indexes.map((index) => places[index]!) } : {}),
    ...(variables ? { variables: indexes.map((index) => variables[index]!) } : {}),
    tries: noneSucceeded ? batch.tries + 1 : 0,
    not_before: new Date(Date.now() + seconds * 1000).toISOString(),
  } satisfies PushBatch);
}
