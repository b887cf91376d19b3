import { randomUUID } from 'node:crypto';
import { current } from './current';

const sane = /^[\w.:-]{1,64}$/;

/** Runs work with a request id, which its logs, calls and messages carry. */
export function withRequestId<T>(id: string, work: () => T): T {
  return current.run({ requestId: id }, work);
}

/** The id of the current request or message, if any. */
export function currentRequestId(): string | undefined {
  return current.getStore()?.requestId;
}

/** The caller's id where it is well-formed, else a new one, because it goes into logs and headers. */
export function requestIdFrom(sent: unknown): string {
  return typeof sent === 'string' && sane.test(sent) ? sent : randomUUID();
}
