import { setTimeout as sleep } from 'node:timers/promises';
import { batcher } from './batcher';

/** Slow writes that fail for batches with a zero. */
function recorded(maxSize: number, maxDelayMs?: number) {
  const writes: number[][] = [];
  let inFlight = 0;
  const together = batcher<number>({
    maxSize,
    maxDelayMs,
    async run(rows) {
      expect(++inFlight).toBe(1);
      writes.push(rows);
      await sleep(10);
      inFlight--;
      if (rows.includes(0)) throw new Error('No noughts');
    },
  });
  return { writes, together };
}

it('writes what came within a while, or as soon as there is enough', async () => {
  const { writes, together } = recorded(3, 20);
  const first = together.add(1);
  await together.add(2);
  await first;
  await Promise.all([3, 4, 5, 6].map((row) => together.add(row)));
  expect(writes).toEqual([[1, 2], [3, 4, 5], [6]]);
});

it('writes at once for whoever waits, together with all that came meanwhile', async () => {
  const { writes, together } = recorded(100);
  await Promise.all([1, 2, 3].map((row) => together.add(row)));
  expect(writes).toEqual([[1], [2, 3]]);
});

it('fails for those who were written together, and goes on with the others', async () => {
  const { together } = recorded(2, 20);
  const outcomes = await Promise.allSettled([1, 0, 2, 3].map((row) => together.add(row)));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled']);
});

it('runs on demand what would still wait', async () => {
  const { writes, together } = recorded(100, 10_000);
  const later = together.add(1);
  together.flush();
  await later;
  expect(writes).toEqual([[1]]);
});
