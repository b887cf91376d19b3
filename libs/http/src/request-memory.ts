import { createHash } from 'node:crypto';
import type { Caller } from '@herald/auth';
import { callerKey } from './caller-key';
import { conflict, invalid, tooManyRequests } from './errors';
import type { CheckedInput, Route } from './route';

export type KeptAnswer = { status: number; body?: unknown };
export type Begun =
  | { state: 'mine'; uuid: string }
  | { state: 'done'; uuid: string; answer: KeptAnswer }
  | { state: 'running' }
  | { state: 'other' };

/** What must be remembered between requests, by all processes of a service. */
export type RequestMemory = {
  /** Takes one of `max` places in the last `seconds`; tells how long until one is free, 0 when it got one. */
  take(key: string, limit: { max: number; seconds: number }): Promise<number>;
  /** Takes the key, or tells what became of it. `fingerprint` tells equal requests from others under the same key. */
  begin(key: string, fingerprint: string): Promise<Begun>;
  finish(key: string, answer: KeptAnswer): Promise<void>;
  /** Extends the lock of a key that is at work. */
  renew(key: string): Promise<void>;
  /** Lets the next request with this key try again, under the same uuid. */
  release(key: string): Promise<void>;
};

/** A lock that is not renewed expires after three of these: its process died. */
export const lockRenewalMs = 10_000;

/** Refuses with 429 what goes beyond the route's limits. */
export async function limitRate(
  { rateLimits = [] }: Route<never>,
  input: CheckedInput,
  caller: Caller,
  memory: RequestMemory,
): Promise<void> {
  for (const { name, max, seconds, of } of rateLimits) {
    const secondsLeft = await memory.take(`${name}:${digest(of(input, caller))}`, { max, seconds });
    if (secondsLeft > 0) throw tooManyRequests(secondsLeft);
  }
}

export type IdempotencyRequest = { sent: string; route: string; caller: Caller; fingerprint: unknown };
/** `again` makes the answer of a repeat anew; where it is given, no answer is kept. */
export type Work<Answer> = { first: (uuid: string) => Promise<Answer>; again?: (uuid: string) => Promise<Answer> };

type Replay = KeptAnswer & { replayed: true; headers: Record<string, string> };

/** Works at most once for one key; a repeat gets the first answer. */
export async function onlyOnce<Answer extends KeptAnswer>(
  { sent, route, caller, fingerprint }: IdempotencyRequest,
  memory: RequestMemory,
  { first, again }: Work<Answer>,
): Promise<Answer | Replay> {
  if (!/^[\x21-\x7e]{1,255}$/.test(sent))
    throw invalid({ errors: { 'Idempotency-Key': ['must be 1 to 255 printable characters'] } });
  const key = digest([route, callerKey(caller), sent].join('\n'));
  const begun = await memory.begin(key, digest(JSON.stringify(fingerprint)));
  if (begun.state === 'done') {
    const answer = again ? await again(begun.uuid) : begun.answer;
    return { ...answer, replayed: true, headers: { 'Idempotent-Replay': 'true' } };
  }
  if (begun.state === 'other')
    throw invalid({ errors: { 'Idempotency-Key': ['was used with another request before'] } });
  if (begun.state === 'running')
    throw conflict({ errors: 'The first request with this key is still under way', headers: { 'Retry-After': '1' } });
  const renewal = setInterval(() => void memory.renew(key).catch(() => {}), lockRenewalMs);
  try {
    const answer = await first(begun.uuid);
    await memory.finish(key, { status: answer.status, body: again ? undefined : answer.body });
    return answer;
  } catch (error) {
    await memory.release(key);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
