import { setTimeout as sleep } from 'node:timers/promises';
import { inBatches, type Call } from './in-batches';

function doubling() {
  const batches: number[][] = [];
  const double = inBatches<number, number>(async (calls: Call<number, number>[]) => {
    batches.push(calls.map(({ input }) => input));
    await sleep(5);
    for (const { input, resolve, reject } of calls) {
      if (input === 0) reject(new Error('not zero'));
      else if (input < 0) throw new Error('negative');
      else resolve(2 * input);
    }
  });
  return { batches, double };
}

it('runs the first call at once and those that arrive meanwhile together', async () => {
  const { batches, double } = doubling();
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(batches).toEqual([[1], [2, 3], [4]]);
});

it('lets an interval pass between batches, and delays no call that comes alone', async () => {
  const began: number[] = [];
  const echo = inBatches<number, number>(
    async (calls) => {
      began.push(performance.now());
      for (const { input, resolve } of calls) resolve(input);
    },
    { minIntervalMs: 50 },
  );
  const called = performance.now();
  await echo(1);
  await Promise.all([2, 3].map(echo));
  expect(began).toHaveLength(2);
  expect(began[0]! - called).toBeLessThan(began[1]! - began[0]!);
  // A timer counts from the start of the loop's iteration, which a busy machine may have begun much earlier.
  expect(began[1]! - began[0]!).toBeGreaterThan(25);
});

it('fails one call alone, or all that were not settled', async () => {
  const { double } = doubling();
  const outcomes = await Promise.allSettled([1, 2, 0, 3, -1, 4].map(double));
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'rejected', 'rejected'],
  ]);
  expect(await double(5)).toBe(10);
});

it('runs the calls of one turn of the event loop together', async () => {
  const batches: number[][] = [];
  const echo = inBatches<number, number>(
    async (calls) => {
      batches.push(calls.map(({ input }) => input));
      for (const { input, resolve } of calls) resolve(input);
    },
    { isDeferred: true },
  );
  const later = Promise.resolve().then(() => echo(3));
  expect(await Promise.all([echo(1), echo(2), later])).toEqual([1, 2, 3]);
  expect(await echo(4)).toBe(4);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});
