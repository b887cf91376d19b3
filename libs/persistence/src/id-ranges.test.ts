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

it('finds the bounds in the background, at most once a minute', async () => {
  let clock = 0;
  const ranges = idRanges(rows.Row, { minSize: 25, rangeSize: 6, now: () => clock });
  expect(ranges.peek()).toBeUndefined();
  const first = await ranges.find();
  rows.reads.length = 0;
  clock += 59_999;
  expect(ranges.peek()).toBe(first);
  expect(rows.reads).toEqual([]);
  clock += 1;
  ranges.peek();
  while (ranges.peek() === first) await new Promise(setImmediate);
  expect(ranges.peek()).toEqual(first);
});

const insert = (from: number, count: number) =>
  rows.Row.insertMany(Array.from({ length: count }, (_, at) => ({ _id: `${from + at}`, count: at })));

it('adds ranges for new records, and divides a collection again that has doubled', async () => {
  // The estimate of an engine may be that of a moment ago.
  const estimate = jest.spyOn(rows.Row, 'estimatedDocumentCount');
  estimate.mockImplementation(() => rows.Row.countDocuments() as never);
  const ranges = idRanges(rows.Row, { minSize: 25, rangeSize: 6 });
  const { head, sample } = (await ranges.find())!;
  await insert(200, 8);
  expect(await ranges.find()).toEqual({
    size: 33,
    step: 7,
    ids: ['107', '114', '121', '203'],
    head,
    headSize: 2,
    sample,
  });
  await insert(300, 67);
  const again = (await ranges.find())!;
  expect([again.size, again.step, again.ids.length]).toEqual([100, 6, 16]);
});
