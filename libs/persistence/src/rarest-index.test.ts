import { countIndex, openCountedRows } from './counted-rows.fixture';
import { idRanges } from './id-ranges';
import { rarestIndex } from './rarest-index';

let rows: Awaited<ReturnType<typeof openCountedRows>>;
beforeAll(async () => {
  rows = await openCountedRows((count) => `${100 + count}`);
});
afterAll(() => rows?.close());

const frequent = { condition: { count: { $gte: 0 } }, index: { _id: 1 } } as const;
const rare = { condition: { count: { $gte: 15 } }, index: countIndex } as const;

it('chooses the index of the condition that matches fewer, and counts each condition once', async () => {
  const bounds = (await idRanges(rows.Row, { minSize: 25, rangeSize: 12 }).find())!;
  const chosen = rarestIndex(rows.Row);
  rows.reads.length = 0;
  expect(await chosen([frequent, rare], bounds)).toBe(rare.index);
  expect(await chosen([rare, frequent], bounds)).toBe(rare.index);
  expect(rows.reads).toHaveLength(2);
});

it('needs no count for one condition', async () => {
  const bounds = (await idRanges(rows.Row, { minSize: 25, rangeSize: 12 }).find())!;
  rows.reads.length = 0;
  expect(await rarestIndex(rows.Row)([frequent], bounds)).toBe(frequent.index);
  expect(await rarestIndex(rows.Row)([], bounds)).toBeUndefined();
  expect(rows.reads).toEqual([]);
});

it('keeps no count of a long condition', async () => {
  const bounds = (await idRanges(rows.Row, { minSize: 25, rangeSize: 12 }).find())!;
  const chosen = rarestIndex(rows.Row);
  const long = { ...rare, condition: { count: { $in: Array.from({ length: 1_000 }, (_, at) => 1_000 + at) } } };
  rows.reads.length = 0;
  for (let round = 0; round < 2; round++) expect(await chosen([frequent, long], bounds)).toBe(rare.index);
  expect(rows.reads).toHaveLength(3);
});
