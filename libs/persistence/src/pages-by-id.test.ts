import { randomBytes } from 'node:crypto';
import { integer, string } from '@herald/contracts';
import { connectDatabase, type DatabaseServer } from './connect';
import { pagesById } from './pages-by-id';
import { record, type Model } from './record';

const rows = record('rows', {
  internal: { _id: string(), count: integer() },
  personal: [],
  impersonal: ['_id', 'count'],
});
const name = `t${randomBytes(6).toString('hex')}_pages`;
const reads: unknown[] = [];
let server: DatabaseServer;
let Row: Model<{ _id: string; count: number }>;

beforeAll(async () => {
  const onQuery = (_: string, command: Record<string, unknown>) => void ('find' in command && reads.push(command));
  server = await connectDatabase(process.env.MONGO_URL!, { onQuery });
  Row = rows.model(server.database(name));
  await Row.insertMany(Array.from({ length: 25 }, (_, count) => ({ _id: `${count % 2}/${100 + count}`, count })));
});
afterAll(async () => {
  await server.database(name).dropDatabase();
  await server.close();
});

const even = { _id: { $gte: '0/', $lt: '00' } };
const counts = async (walk: object) => {
  const pages: number[][] = [];
  for await (const page of pagesById(Row, { filter: even, pageSize: 5, ...walk }, ({ count }) => count))
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

it('reads the next page when it is asked for, and no more after the end of the loop', async () => {
  reads.length = 0;
  for await (const page of pagesById(Row, { filter: even, pageSize: 5 }, ({ count }) => count)) {
    expect(reads).toHaveLength(1);
    if (page.length > 0) break;
  }
  expect(reads).toHaveLength(1);
});
