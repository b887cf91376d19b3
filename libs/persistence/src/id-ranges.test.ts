import { openCountedRows } from './counted-rows.fixture';
import { idRanges, withinIds } from './id-ranges';

let rows: Awaited<ReturnType<typeof openCountedRows>>;
beforeEach(async () => {
  rows = await openCountedRows((count) => `${100 + count}`);
});
afterEach(() => rows?.close());

const texts = (range: object) => rows.Row.find(withinIds(range), { _id: 1 }).sort({ _id: 1 }).lean();

it('divides a collection into ranges of the same size', async () => {
  const bounds = await idRanges(rows.Row, { minSize: 25, rangeSize: 6 }).find();
  expect(bounds).toMatchObject({ size: 25, ids: ['107', '114', '121'], headSize: 2 });
  expect((await texts(bounds!.head)).map(({ _id }) => _id)).toEqual(['100', '101']);
  expect((await texts(bounds!.sample)).map(({ _id }) => _id)).toEqual(['114', '115']);
});

it('does not divide a small collection', async () => {
  expect(await idRanges(rows.Row, { minSize: 26 }).find()).toBeUndefined();
});

it('finds the bounds in the background, and again once the collection has grown', async () => {
  let clock = 0;
  const ranges = idRanges(rows.Row, { minSize: 25, rangeSize: 6, now: () => clock });
  expect(ranges.peek()).toBeUndefined();
  const first = await ranges.find();
  expect(ranges.peek()).toBe(first);
  await rows.Row.insertMany(Array.from({ length: 6 }, (_, at) => ({ _id: `${200 + at}`, count: at })));
  expect(await ranges.find()).toBe(first);
  await rows.Row.insertMany([{ _id: '300', count: 0 }]);
  rows.reads.length = 0;
  clock += 59_999;
  expect(ranges.peek()).toBe(first);
  expect(rows.reads).toEqual([]);
  expect(await ranges.find()).toMatchObject({ size: 32, ids: ['107', '114', '121', '203'] });
});
