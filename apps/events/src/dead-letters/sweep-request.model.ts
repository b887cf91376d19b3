import { boolean, string, timestamp } from '@herald/contracts';
import { record } from '@herald/persistence';

/** Erasures that wait until the dead letters and the retries have been looked through. */
export const sweepRequests = record('sweep_requests', {
  internal: {
    /** A keyed hash of the erasure. */
    _id: string(),
    is_done: boolean(),
    expires_at: timestamp(),
  },
  personal: [],
  impersonal: ['_id', 'is_done', 'expires_at'],
  indexes: [[{ is_done: 1 }], [{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
  shardKey: ['_id'],
});

const dayMs = 86_400_000;

/** For `updateOne` with `upsert`: a request that is known stays as it is. */
export const newSweepRequest = () => ({
  $setOnInsert: { is_done: false, expires_at: new Date(Date.now() + dayMs) },
});
