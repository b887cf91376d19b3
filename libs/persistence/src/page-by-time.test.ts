import { findPage } from './find-page';
import { agesOf, hour, newestFirst, openTimedRows, type TimedRow } from './timed-rows.fixture';
import { timelines } from './timeline';

const commands: Record<string, unknown>[] = [];
let rows: Awaited<ReturnType<typeof openTimedRows>>;
beforeAll(async () => {
  rows = await openTimedRows({ onQuery: (_, command) => void commands.push(command) });
  await rows.insert('many', agesOf(6_000));
  await rows.insert('few', agesOf(40));
});
afterAll(() => rows?.close());

const uuidOf = ({ uuid }: TimedRow) => uuid;
const pageOf = async (filter: object, page: number, per_page: number, of = timelines({ expireMs: 60_000 })) =>
  findPage(rows.Row, { filter, page, per_page, sort: newestFirst, newestBy: { time: 'at', timelines: of } }, uuidOf);
const plainPage = async (filter: object, page: number, per_page: number) =>
  findPage(rows.Row, { filter, page, per_page, sort: newestFirst }, uuidOf);

describe('findPage, newest first', () => {
  it.each([
    ['many', 50, [1, 2, 29, 30, 31, 40, 41, 60, 89, 90, 107, 119, 120, 121, 122]],
    ['many', 1_000, [1, 2, 3, 4, 5, 6, 7]],
    ['few', 7, [1, 2, 5, 6, 7]],
  ])('gives the same pages of %s matches as a sort of all, of %d rows', async (kind, perPage, pages) => {
    const shared = timelines({ expireMs: 60_000 });
    for (const page of pages) {
      const expected = await plainPage({ kind }, page, perPage);
      expect(await pageOf({ kind }, page, perPage)).toEqual(expected);
      expect(await pageOf({ kind }, page, perPage, shared)).toEqual(expected);
    }
  });

  it('respects the bounds of time in the filter', async () => {
    const between = {
      kind: 'many',
      at: { $gte: new Date(rows.now - 31 * hour), $lte: new Date(rows.now - 20 * hour) },
    };
    for (const [page, perPage] of [
      [1, 50],
      [30, 100],
      [39, 100],
      [1, 1_000],
    ] as const)
      expect(await pageOf(between, page, perPage)).toEqual(await plainPage(between, page, perPage));
  });

  it('counts for a deep page once, and knows its surroundings from then on', async () => {
    const shared = timelines({ expireMs: 60_000 });
    await pageOf({ kind: 'many' }, 84, 50, shared);
    commands.length = 0;
    await pageOf({ kind: 'many' }, 85, 50, shared);
    // The total, and the records since the timeline's base.
    expect(commands.filter((one) => 'aggregate' in one)).toHaveLength(2);
  });

  it('shows the right page after records came and others went', async () => {
    const shared = timelines({ expireMs: 60_000 });
    await rows.insert('changing', agesOf(4_000));
    await pageOf({ kind: 'changing' }, 60, 50, shared);
    await rows.insert('changing', [-hour, -hour, -hour]);
    expect(await pageOf({ kind: 'changing' }, 60, 50, shared)).toEqual(await plainPage({ kind: 'changing' }, 60, 50));
    await rows.Row.deleteMany({ kind: 'changing', at: { $lt: new Date(rows.now - 31 * hour) } });
    const { data } = await pageOf({ kind: 'changing' }, 72, 50, shared);
    expect(data).toEqual((await plainPage({ kind: 'changing' }, 72, 50)).data);
  });
});
