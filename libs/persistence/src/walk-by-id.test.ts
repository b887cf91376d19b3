import { openCountedRows } from './counted-rows.fixture';
import { walkById } from './walk-by-id';

let rows: Awaited<ReturnType<typeof openCountedRows>>;
beforeAll(async () => {
  rows = await openCountedRows((count) => `${count % 2}/${100 + count}`);
});
afterAll(() => rows?.close());

const even = { _id: { $gte: '0/', $lt: '00' } };
const counts = async (walk: object) => {
  const pages: number[][] = [];
  for await (const page of walkById(rows.Row, { filter: even, pageSize: 5, ...walk }, ({ count }) => count))
    pages.push(page);
  return pages;
};

it('gives each match once, in pages, in both directions', async () => {
  expect(await counts({})).toEqual([
    [0, 2, 4, 6, 8],
    [10, 12, 14, 16, 18],
    [20, 22, 24],
  ]);
  expect(await counts({ isReversed: true, filter: { ...even, count: { $gt: 3 } } })).toEqual([
    [24, 22, 20, 18, 16],
    [14, 12, 10, 8, 6],
    [4],
  ]);
  expect(await counts({ filter: { count: 99 } })).toEqual([]);
});

it('rows.reads the next page when it is asked for, and no more after the end of the loop', async () => {
  rows.reads.length = 0;
  for await (const page of walkById(rows.Row, { filter: even, pageSize: 5 }, ({ count }) => count)) {
    expect(rows.reads).toHaveLength(1);
    if (page.length > 0) break;
  }
  expect(rows.reads).toHaveLength(1);
});
