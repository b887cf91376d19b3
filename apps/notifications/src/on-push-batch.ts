import { setTimeout as sleep } from 'node:timers/promises';
import { pushBatch, type PushBatch } from '@herald/envelopes';
import { ComeAgain, consumer } from '@herald/messaging';
import type { NotificationsDeps } from './deps';
import { sendBatch, type Left } from './send-batch';

/** Of one campaign a few are worked on at once and the others wait: so there is room for those of campaigns that come later. */
const batchesHeld = 24;
const longestWait = 600;
/** A rate counts by the second. */
const nextTurnSeconds = 1;

export const onPushBatch = consumer({
  name: 'on-push-batch',
  on: pushBatch,
  prefetch: batchesHeld,
  timeoutSeconds: 900,
  async handle(batch, deps: NotificationsDeps, { signal }) {
    await notBefore(batch);
    await deps.inTurn(batch.campaign.uuid, () => work(batch, deps, signal));
  },
});

async function work(batch: PushBatch, deps: NotificationsDeps, signal: AbortSignal): Promise<void> {
  const { batch_id, campaign } = batch;
  if (await deps.isStopped(campaign)) return;
  const claimed = await deps.claims.take(batch_id);
  if (!claimed) throw new ComeAgain(1, batch);
  let left: Left | undefined;
  try {
    left = await sendBatch(batch, claimed, deps, signal);
  } finally {
    if (left && isSettled(left)) deps.claims.letLapse(batch_id);
    else await deps.claims.release(batch_id);
  }
  if (!isSettled(left)) throw comingAgain(batch, left);
}

const isSettled = ({ places, untried }: Left) => places.length === 0 && untried.length === 0;

/** The broker keeps a message for fixed times; the rest of its wait is spent in further rounds, the last second here. */
async function notBefore(batch: PushBatch): Promise<void> {
  const wait = batch.not_before ? Date.parse(batch.not_before) - Date.now() : 0;
  // A later time was written before the clock was set back.
  if (wait > 2 * longestWait * 1000) return;
  if (wait > 1_000) throw new ComeAgain(wait / 1000, batch);
  if (wait > 0) await sleep(wait);
}

/**
 * Those that must be tried again, never all at the same moment. The wait grows as long as nobody gets through: a provider that
 * takes some and refuses others would else keep the last ones waiting for many minutes.
 */
function comingAgain({ core_ids, variables, ...batch }: PushBatch, left: Left): ComeAgain {
  const { places, untried, retryAfterSeconds } = left;
  const nobodyGotThrough = places.length > 0 && places.length + untried.length === core_ids.length;
  const backoff = Math.min(2 ** batch.tries, longestWait) * (0.5 + Math.random());
  const retrySeconds = Math.max(backoff, retryAfterSeconds * (1 + Math.random() / 4));
  const seconds = places.length > 0 ? retrySeconds : nextTurnSeconds;
  const again = [...untried, ...places];
  return new ComeAgain(seconds, {
    ...batch,
    core_ids: again.map((at) => core_ids[at]!),
    ...(variables ? { variables: again.map((at) => variables[at]!) } : {}),
    tries: nobodyGotThrough ? batch.tries + 1 : 0,
    not_before: new Date(Date.now() + seconds * 1000).toISOString(),
  } satisfies PushBatch);
}
