import type { Caller } from '@herald/auth';
import { callerKey } from './caller-key';
import { tooManyRequests, unavailable } from './errors';
import type { Returns } from './returns';
import type { Release } from './route';

/** In one process, for each route. */
const limits: { [Kind in Returns['kind']]?: { perCaller: number; total: number } } = {
  csv: { perCaller: 3, total: 30 },
  events: { perCaller: 10, total: 1_000 },
};
const retrySeconds = 10;

/** Limits the streams of a route: 429 for one caller's, 503 for those of all; undefined for other kinds of answers. */
export function streamSlots(kind: Returns['kind']): ((caller: Caller) => Release) | undefined {
  const limit = limits[kind];
  if (!limit) return undefined;
  const { perCaller, total } = limit;
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
