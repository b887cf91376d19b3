import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { matchCounter } from './count-matches';

const nothing = { countDocuments: async () => 0 } as never;

it('caches long filters in little memory', async () => {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const count = matchCounter(nothing);
  const heapAfter = async (searches: number) => {
    for (let at = 0; at < searches; at++)
      await count(
        Object.fromEntries(Array.from({ length: 22 }, (_, field) => [`f${field}`, `${at}${'ñ'.repeat(10_000)}`])),
      );
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = await heapAfter(5);
  expect((await heapAfter(300)) - before).toBeLessThan(10_000_000);
});

it('counts correctly after the clock was set back', async () => {
  const stored = [1_000, 2_000, 3_000].map((ms) => new Date(Date.now() - ms));
  const countDocuments = async ({ stored_at: { $gt, $lte } }: { stored_at: { $gt?: Date; $lte?: Date } }) =>
    stored.filter((at) => (!$gt || at > $gt) && (!$lte || at <= $lte)).length;
  const count = matchCounter({ countDocuments } as never);
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  expect(await count({})).toBe(3);
  now.mockRestore();
  expect(await count({})).toBe(3);
});
