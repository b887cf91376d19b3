import { setTimeout as sleep } from 'node:timers/promises';

/** Polls a check until it holds: gives its result, or throws its last error. The timeout bounds what hangs. */
export async function eventually<T>(check: () => T | Promise<T>, timeoutMs = 120_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      const found = await check();
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`Still not so after ${timeoutMs} ms`);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await sleep(25);
  }
}
