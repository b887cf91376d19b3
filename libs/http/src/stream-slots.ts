import type { Caller } from '@herald/auth';
import { callerKey } from './caller-key';
import { tooManyRequests, unavailable } from './errors';
import type { Release } from './route';

export type StreamLimits = { perCaller: number; total: number };

const retrySeconds = 10;

/** Limits the streams of a route in this process: 429 for one caller's, 503 for those of all. */
export function streamSlots({ perCaller, total }: StreamLimits): (caller: Caller) => Release {
  const held = new Map<string, number>();
  let all = 0;
  return (caller) => {
    const key = callerKey(caller);
    const own = held.get(key) ?? 0;
    if (own >= perCaller) throw tooManyRequests(retrySeconds);
    if (all >= total) throw unavailable({ errors: 'Too many streams are open' }, retrySeconds);
    held.set(key, own + 1);
    all++;
    return () => {
      const left = held.get(key)! - 1;
      if (left > 0) held.set(key, left);
      else held.delete(key);
      all--;
    };
  };
}
