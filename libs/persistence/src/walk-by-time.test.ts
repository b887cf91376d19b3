import { walkByTime } from './walk-by-time';
import { agesOf, newestFirst, openTimedRows, type TimedRow } from './timed-rows.fixture';

let rows: Awaited<ReturnType<typeof openTimedRows>>;
beforeAll(async () => {
  rows = await openTimedRows();
  await rows.insert('many', agesOf(6_000));
  await rows.insert('few', agesOf(40));
});
afterAll(() => rows?.close());

const uuidOf = ({ uuid }: TimedRow) => uuid;

describe('walkByTime', () => {
  const walk = async (filter: object, pageSize: number, onPage?: () => Promise<unknown>) => {
    const found: string[][] = [];
    for await (const page of walkByTime(rows.Row, { filter, time: 'at', key: 'uuid', pageSize }, uuidOf)) {
      found.push(page);
      await onPage?.();
    }
    return found;
  };
  const all = async (filter: object) => (await rows.Row.find(filter).sort(newestFirst).lean<TimedRow[]>()).map(uuidOf);

  it.each([
    ['many', 1_000],
    ['many', 37],
    ['few', 7],
    ['none', 7],
  ])('gives each of %s matches once, in order, %d at most in a page', async (kind, pageSize) => {
    const pages = await walk({ kind }, pageSize);
    expect(pages.flat()).toEqual(await all({ kind }));
    expect(Math.max(0, ...pages.map(({ length }) => length))).toBeLessThanOrEqual(pageSize);
  });

  it('is not moved by records that arrive meanwhile', async () => {
    const before = await all({ kind: 'few' });
    const pages = await walk({ kind: 'few' }, 7, () => rows.insert('few', [0]));
    expect(pages.flat()).toEqual(before);
  });
});
