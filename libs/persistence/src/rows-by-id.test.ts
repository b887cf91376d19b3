import { openCountedRows } from './counted-rows.fixture';
import { rowsById } from './rows-by-id';

let rows: Awaited<ReturnType<typeof openCountedRows>>;
beforeAll(async () => {
  rows = await openCountedRows((count) => `${100 + count}`);
});
afterAll(() => rows?.close());

const matches = 20;
const known = { matches, all: 25 };
const page = async (skip: number, limit: number, more: object = { known }) =>
  (await rowsById(rows.Row, { filter: { count: { $lt: matches } }, skip, limit, ...more })).map(({ count }) => count);

it.each([
  [0, 3],
  [9, 3],
  [11, 3],
  [16, 3],
  [17, 3],
  [18, 3],
  [0, 30],
  [12, 30],
])('gives the same rows from %i on, %i at most, with and without a known number of matches', async (skip, limit) => {
  const expected = Array.from({ length: Math.min(limit, matches - skip) }, (_, at) => skip + at);
  expect(await page(skip, limit, {})).toEqual(expected);
  expect(await page(skip, limit)).toEqual(expected);
});

it('skips no more than half of the matches', async () => {
  rows.reads.length = 0;
  await page(18, 3);
  await page(3, 3);
  expect(rows.reads.map(({ sort, skip = 0, limit }) => ({ sort, skip, limit }))).toEqual([
    { sort: new Map([['_id', -1]]), skip: 0, limit: 2 },
    { sort: new Map([['_id', 1]]), skip: 3, limit: 3 },
  ]);
});

it('gives what is left where fewer match than were known', async () => {
  expect(await page(21, 3, { known: { matches: 24, all: 25 } })).toEqual([17, 18, 19]);
});

it('goes on after an id in the order of ids', async () => {
  expect(await page(0, 30, { known: { matches: 10, all: 25 }, after: '117' })).toEqual([18, 19]);
});
