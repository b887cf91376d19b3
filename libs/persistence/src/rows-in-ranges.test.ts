import { limitConcurrency } from '@herald/concurrency';
import { countIndex, openCountedRows } from './counted-rows.fixture';
import { idRanges } from './id-ranges';
import { countByRanges, type CountedRange } from './range-counts';
import { rowsInRanges } from './rows-in-ranges';

let rows: Awaited<ReturnType<typeof openCountedRows>>;
beforeEach(async () => {
  rows = await openCountedRows((count) => `${100 + count}`);
});
afterEach(() => rows?.close());

const filter = { count: { $lt: 20 } };
async function counted(): Promise<CountedRange[]> {
  const bounds = (await idRanges(rows.Row, { minSize: 25, rangeSize: 5 }).find())!;
  const limit = limitConcurrency({ max: 2 });
  return (await countByRanges(rows.Row, { filter, index: countIndex, bounds, limit, minRanges: 5 })).ranges!;
}
async function page(skip: number, limit: number, ranges: CountedRange[], size = 25) {
  const found = await rowsInRanges(rows.Row, { filter, skip, limit, ranges, size, index: countIndex });
  return found.map(({ count }) => count);
}

const pages = [1, 3, 7, 30].flatMap((limit) => [0, 4, 5, 9, 11, 17, 19, 20].map((skip) => [skip, limit] as const));
const expected = (skip: number, limit: number) =>
  Array.from({ length: Math.max(0, Math.min(limit, 20 - skip)) }, (_, at) => skip + at);

it('gives each page in the order of ids, scanned or sorted', async () => {
  const ranges = await counted();
  for (const size of [25, 1_000])
    for (const [skip, limit] of pages) expect(await page(skip, limit, ranges, size)).toEqual(expected(skip, limit));
});

it('skips no matches of other ranges', async () => {
  const ranges = await counted();
  rows.reads.length = 0;
  for (const [skip, limit] of pages) await page(skip, limit, ranges);
  expect(Math.max(...rows.reads.map(({ skip = 0 }) => Number(skip)))).toBeLessThan(5);
});

it('shifts a page by as many places as matches went or came before it since the count', async () => {
  const ranges = await counted();
  await rows.Row.deleteMany({ count: { $in: [1, 11] } });
  // What went from an earlier range moves nothing.
  expect(await page(10, 5, ranges, 1_000)).toEqual([10, 12, 13, 14, 15]);
  expect(await page(12, 3, ranges, 1_000)).toEqual([13, 14, 15]);
  await rows.Row.insertMany([{ _id: '1105', count: 19 }]);
  expect(await page(12, 3, ranges, 1_000)).toEqual([12, 13, 14]);
});

it('fills a page from the next range where matches went', async () => {
  const ranges = await counted();
  await rows.Row.deleteMany({ count: { $gte: 5, $lt: 10 } });
  expect(await page(5, 5, ranges, 1_000)).toEqual([10, 11, 12, 13, 14]);
});
