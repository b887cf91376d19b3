import { createHash } from 'node:crypto';
import type { Caller } from '@herald/auth';
import { callerKey } from './caller-key';
import { conflict, invalid } from './errors';

export type KeptAnswer = { status: number; body?: unknown };
export type Begun =
  | { state: 'mine'; uuid: string }
  | { state: 'done'; uuid: string; answer: KeptAnswer }
  | { state: 'running' }
  | { state: 'other' };

/** State that all processes of a service share between requests. */
export type RequestMemory = {
  /** Takes one of `max` places in the last `windowSeconds`: 0, or the seconds until a place is free. */
  take(key: string, limit: { max: number; windowSeconds: number }): Promise<number>;
  /** Locks the key, or gives its state. `fingerprint` distinguishes equal requests from others with the same key. */
  begin(key: string, fingerprint: string): Promise<Begun>;
  finish(key: string, answer: KeptAnswer): Promise<void>;
  /** Extends the lock of a request in progress. */
  renew(key: string): Promise<void>;
  /** Unlocks the key: the next request with it tries again, under the same uuid. */
  release(key: string): Promise<void>;
};

/** A lock expires after three missed renewals: its process died. */
const lockRenewalMs = 10_000;

type IdempotencyRequest = { sent: string; route: string; caller: Caller; fingerprint: unknown };
/** `again` builds the answer of a retry; where it is given, no answer is stored. */
export type Work<Answer> = { first: (uuid: string) => Promise<Answer>; again?: (uuid: string) => Promise<Answer> };

type Replay = KeptAnswer & { replayed: true; headers: Record<string, string> };

/** Handles a key at most once; a retry gets the first answer. */
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
    throw conflict({ errors: 'The first request with this key is still in progress', headers: { 'Retry-After': '1' } });
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

/** A key of fixed length for text of any length. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
