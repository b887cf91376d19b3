import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from './backoff';

/** Longer than two attempts at a node that accepts and never answers. */
const startTimeoutMs = 20_000;

/** The broker does not know the user or the password: amqplib gives this no code. */
const refusal = /^Handshake terminated by server: 403\b/;

/** Repeats the first connection with backoff, until it succeeds, is refused, or no attempt is left. */
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
      if (delayMs > leftMs || refusal.test(messageOf(error))) throw error;
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
