import { randomBytes } from 'node:crypto';
import { integer, string } from '@herald/contracts';
import { connectDatabase, type DatabaseServer } from './connect';
import { record, type Model } from './record';
import { rowsById } from './rows-by-id';

const rows = record('rows', {
  internal: { _id: string(), count: integer() },
  personal: [],
  impersonal: ['_id', 'count'],
});
const name = `t${randomBytes(6).toString('hex')}_rows`;
const reads: Record<string, unknown>[] = [];
let server: DatabaseServer;
let Row: Model<{ _id: string; count: number }>;

beforeAll(async () => {
  const onQuery = (_: string, command: Record<string, unknown>) => void ('find' in command && reads.push(command));
  server = await connectDatabase(process.env.MONGO_URL!, { onQuery });
  Row = rows.model(server.database(name));
  await Row.insertMany(Array.from({ length: 25 }, (_, count) => ({ _id: `${100 + count}`, count })));
});
afterAll(async () => {
  await server.database(name).dropDatabase();
  await server.close();
});

const matches = 20;
const known = { matches, all: 25 };
const page = async (skip: number, limit: number, more: object = { known }) =>
  (await rowsById(Row, { filter: { count: { $lt: matches } }, skip, limit, ...more })).map(({ count }) => count);

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
  reads.length = 0;
  await page(18, 3);
  await page(3, 3);
  expect(reads.map(({ sort, skip = 0, limit }) => ({ sort, skip, limit }))).toEqual([
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
