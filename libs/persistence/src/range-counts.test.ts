import { limitConcurrency } from '@herald/concurrency';
import { countIndex, openCountedRows } from './counted-rows.fixture';
import { idRanges } from './id-ranges';
import { countByRanges, type Counting } from './range-counts';

let rows: Awaited<ReturnType<typeof openCountedRows>>;
beforeAll(async () => {
  rows = await openCountedRows((count) => `${100 + count}`);
});
afterAll(() => rows?.close());

const limit = limitConcurrency({ max: 2 });

/** Counts in ranges of five records each. */
async function counted(counting: Partial<Counting>) {
  const bounds = (await idRanges(rows.Row, { minSize: 25, rangeSize: 5 }).find())!;
  rows.reads.length = 0;
  const { total, ranges } = await countByRanges(rows.Row, {
    filter: {},
    index: countIndex,
    bounds,
    limit,
    minRanges: 5,
    ...counting,
  });
  return { total, matches: ranges!.map((range) => range.matches), ranges };
}

it('counts matches in each range of ids', async () => {
  const { total, matches, ranges } = await counted({ filter: { count: { $gte: 3, $lt: 12 } } });
  expect([total, matches]).toEqual([9, [2, 5, 2, 0, 0]]);
  expect(ranges!.slice(0, 2)).toEqual([
    { from: undefined, until: '105', matches: 2 },
    { from: '105', until: '110', matches: 5 },
  ]);
});

it('leaves out what is excepted', async () => {
  const except = { count: { $in: [4, 7, 20] } };
  expect(await counted({ filter: { count: { $lt: 12 } }, except })).toMatchObject({
    total: 10,
    matches: [4, 4, 2, 0, 0],
  });
});

it('counts by the index of the filter, and by a scan along _id where many matched before', async () => {
  const hints = () => rows.reads.map(({ hint }) => hint);
  await counted({ lastTotal: 6 });
  expect(hints()).toEqual(Array.from({ length: 5 }, () => countIndex));
  await counted({ lastTotal: 7 });
  expect(hints()).toEqual(Array.from({ length: 5 }, () => ({ _id: 1 })));
});

it('counts in few ranges unless more are wanted', async () => {
  const bounds = (await idRanges(rows.Row, { minSize: 25, rangeSize: 1 }).find())!;
  const count = async (more: object) =>
    (await countByRanges(rows.Row, { filter: {}, index: countIndex, bounds, limit, ...more })).ranges!.map(
      ({ matches }) => matches,
    );
  expect(await count({})).toEqual([6, 6, 6, 7]);
  expect(await count({ minRanges: 8 })).toEqual([3, 3, 3, 3, 3, 3, 3, 4]);
});

it('counts once by an index that knows no ids', async () => {
  await rows.Row.collection.createIndex({ count: 1 });
  expect(await counted({ filter: { count: { $lt: 12 } }, index: { count: 1 } })).toMatchObject({
    total: 12,
    matches: [12],
  });
});
