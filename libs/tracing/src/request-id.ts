import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const requests = new AsyncLocalStorage<string>();
const sane = /^[\w.:-]{1,64}$/;

/** Runs work under a request id; everything it awaits, logs, calls and publishes carries it. */
export function withRequestId<T>(id: string, work: () => T): T {
  return requests.run(id, work);
}

/** The id of the request or message being worked on, if any. */
export function currentRequestId(): string | undefined {
  return requests.getStore();
}

/** The caller's id where it is a sane token, else a new one: what callers send ends up in logs and headers. */
export function requestIdFrom(sent: unknown): string {
  return typeof sent === 'string' && sane.test(sent) ? sent : randomUUID();
}
