import { openCountedRows } from './counted-rows.fixture';
import { readRows } from './read-rows';

let rows: Awaited<ReturnType<typeof openCountedRows>>;
beforeAll(async () => {
  rows = await openCountedRows((count) => `${100 + count}`);
});
afterAll(() => rows?.close());
beforeEach(() => {
  rows.reads.length = 0;
});

const filter = { count: { $lt: 20 } };
const countsOf = (found: { count: number }[]) => found.map(({ count }) => count);
const areSlices = () => rows.reads.map((read) => (read.filter as { $and?: unknown[] }).$and !== undefined);

it.each([
  [1, [3, 4, 5, 6, 7, 8, 9]],
  [-1, [16, 15, 14, 13, 12, 11, 10]],
] as const)('reads the same rows in slices as at once, in the order %i', async (order, expected) => {
  const wanted = { filter, skip: 3, limit: 7 };
  expect(countsOf(await readRows(rows.Row, wanted, { order }))).toEqual(expected);
  expect(rows.reads).toHaveLength(1);
  expect(countsOf(await readRows(rows.Row, { ...wanted, slice: 3 }, { order }))).toEqual(expected);
  expect(areSlices()).toEqual([false, false, true, true, true]);
});

it('gives each slice what the projection names', async () => {
  const wanted = { filter, projection: { _id: 1 } as const, skip: 0, limit: 4, slice: 2 };
  expect(await readRows(rows.Row, wanted, { order: 1 })).toEqual(['100', '101', '102', '103'].map((_id) => ({ _id })));
});

it('takes a turn for each command', async () => {
  let turns = 0;
  const turn = <T>(run: () => Promise<T>) => {
    turns++;
    return run();
  };
  await readRows(rows.Row, { filter, skip: 0, limit: 6, slice: 2, turn }, { order: 1 });
  expect(turns).toBe(rows.reads.length);
  expect(turns).toBe(4);
});

it('gives a full page although rows went while it was read', async () => {
  let commands = 0;
  const turn = async <T>(run: () => Promise<T>) => {
    if (++commands === 2) await rows.Row.deleteOne({ _id: '102' });
    return run();
  };
  const found = await readRows(rows.Row, { filter, skip: 0, limit: 4, slice: 2, turn }, { order: 1 });
  expect(countsOf(found)).toEqual([0, 1, 3, 4]);
});

it('asks for small rows, and for the ids of all slices, in one reply', async () => {
  rows.reads.length = 0;
  const wanted = { filter, skip: 0, limit: 4 };
  expect(countsOf(await readRows(rows.Row, { ...wanted, areSmall: true }, { order: 1 }))).toHaveLength(4);
  await readRows(rows.Row, { ...wanted, slice: 3 }, { order: 1 });
  const replies = rows.reads.map(({ limit, singleBatch = false }) => [limit, singleBatch]);
  expect(replies).toEqual([
    [4, true],
    [4, true],
    [undefined, false],
    [undefined, false],
  ]);
});
