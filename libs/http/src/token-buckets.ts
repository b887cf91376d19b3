import type { Caller } from '@herald/auth';
import { callerKey } from './caller-key';
import { tooManyRequests } from './errors';

type Bucket = { tokens: number; filledAt: number };
export type TakeToken = (caller: Caller) => void;

const maxBuckets = 10_000;
/** The burst: this many seconds' worth of requests after a pause. */
const burstSeconds = 2;

/**
 * A rate limit for each subject and its companies, in this process: `perSecond` on average, with bursts. Throws 429
 * with `Retry-After`; 0 means no limit.
 */
export function tokenBuckets(perSecond: number): TakeToken {
  const capacity = Math.max(1, perSecond * burstSeconds);
  const buckets = new Map<string, Bucket>();
  if (perSecond === 0) return () => {};
  return (caller) => {
    const key = callerKey(caller);
    const now = performance.now();
    const { tokens, filledAt } = buckets.get(key) ?? { tokens: capacity, filledAt: now };
    const available = Math.min(capacity, tokens + ((now - filledAt) / 1000) * perSecond);
    buckets.delete(key);
    if (buckets.size >= maxBuckets) buckets.delete(buckets.keys().next().value!);
    buckets.set(key, { tokens: Math.max(0, available - 1), filledAt: now });
    if (available < 1) throw tooManyRequests(Math.ceil((1 - available) / perSecond));
  };
}
