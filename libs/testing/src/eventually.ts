import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a check holds: gives what it gave, or throws what it last threw. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 5_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      const found = await check();
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`Still not so after ${withinMs} ms`);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await sleep(25);
  }
}
