import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a check holds; a check that throws does not hold yet. The timeout bounds what hangs. */
export async function eventually(check: () => unknown, timeoutMs = 120_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const holds = await Promise.resolve()
      .then(check)
      .catch(() => false);
    if (holds) return;
    if (performance.now() > deadline) throw new Error(`Still not so after ${timeoutMs} ms`);
    await sleep(20);
  }
}
