import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from './backoff';

/** Longer than a broker takes to start, and than two attempts at a node that accepts and never answers. */
const startTimeoutMs = 30_000;

/** Repeats the first connection with backoff, until it succeeds or no attempt is left. */
export async function waitForBroker(open: () => Promise<unknown>, onNotice: (line: string) => void): Promise<void> {
  const nextDelayMs = backoff();
  const lastAttemptAt = performance.now() + startTimeoutMs;
  for (;;) {
    try {
      await open();
      return;
    } catch (error) {
      const delayMs = nextDelayMs();
      const leftMs = lastAttemptAt - performance.now();
      if (delayMs > leftMs) throw error;
      const seconds = Math.ceil(leftMs / 1000);
      onNotice(`AMQP_URL: no broker answers yet (${messageOf(error)}); the start tries for ${seconds} s more`);
      await sleep(delayMs);
    }
  }
}

/** Of several addresses of one name the error has no message of its own. */
function messageOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}
