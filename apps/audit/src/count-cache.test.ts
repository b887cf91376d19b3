import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { v7 } from 'uuid';
import { countCache } from './count-cache';

const minutesAgo = (minutes: number) => v7({ msecs: Date.now() - minutes * 60_000 });
const condition = { groups: [['application=wallet']] };

/** Counts blocks of ten records, newest first, as a search does. */
function count(counts: ReturnType<typeof countCache>, blocks: string[]) {
  const counting = counts.of(condition);
  let read = 0;
  for (const block of blocks.toSorted().toReversed()) {
    if (counting.isComplete()) break;
    counting.add(block, 10);
    read++;
  }
  return { total: counting.total(), read };
}

it('counts settled blocks once, and recent ones at every call', () => {
  const counts = countCache();
  const blocks = [10, 9, 8, 0].map(minutesAgo);
  expect(count(counts, blocks)).toEqual({ total: 40, read: 4 });
  expect(count(counts, [...blocks, minutesAgo(0)])).toEqual({ total: 50, read: 3 });
});

it('counts all blocks again after a minute: a repeated request may have completed an old one', () => {
  const counts = countCache();
  const blocks = [10, 9].map(minutesAgo);
  expect(count(counts, blocks).total).toBe(20);
  const late = [...blocks, minutesAgo(11)];
  const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
  expect(count(counts, late).total).toBe(30);
  now.mockRestore();
});

it('counts correctly after the clock was set back', () => {
  const counts = countCache();
  const blocks = [0.01, 0.02, 0.03].map(minutesAgo);
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  expect(count(counts, blocks).total).toBe(30);
  now.mockRestore();
  expect(count(counts, blocks).total).toBe(30);
});

it('caches long conditions in little memory', () => {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const counts = countCache();
  const heapAfter = (searches: number) => {
    for (let at = 0; at < searches; at++)
      counts.of({ groups: Array.from({ length: 22 }, (_, group) => [`${group}${at}${'ñ'.repeat(10_000)}`]) }).total();
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heapAfter(5);
  expect(heapAfter(300) - before).toBeLessThan(10_000_000);
});
