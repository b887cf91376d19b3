import { setTimeout as sleep } from 'node:timers/promises';
import { batcher } from './batcher';

/** Slow writes that fail for batches with a zero. */
function recorded(maxSize = 3, maxDelayMs = 20) {
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
  const { writes, together } = recorded();
  const first = together.add(1);
  await together.add(2);
  await first;
  await Promise.all([3, 4, 5, 6].map((row) => together.add(row)));
  expect(writes).toEqual([[1, 2], [3, 4, 5], [6]]);
});

it('writes at once for whoever waits, together with all that came meanwhile', async () => {
  const { writes, together } = recorded(100, 10_000);
  await Promise.all([1, 2, 3].map((row) => together.add(row, { flushNow: true })));
  const later = together.add(4);
  together.flush();
  await later;
  expect(writes).toEqual([[1], [2, 3], [4]]);
});

it('fails for those who were written together, and goes on with the others', async () => {
  const { together } = recorded(2);
  const outcomes = await Promise.allSettled([1, 0, 2, 3].map((row) => together.add(row)));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled']);
});

it('has room until twice as many wait as are written at once', async () => {
  const { writes, together } = recorded(2, 10_000);
  for (let row = 1; row < 5; row++) {
    expect(together.room()).toBeUndefined();
    void together.add(row);
  }
  const room = together.room();
  expect(room).toBeDefined();
  await room;
  expect(writes[0]).toEqual([1, 2]);
  expect(together.room()).toBeUndefined();
});
