import { randomBytes } from 'node:crypto';
import { connectDatabase, idsInBlocks, integerIds, type DatabaseServer } from './index';

const name = `t${randomBytes(6).toString('hex')}`;
let server: DatabaseServer;

beforeAll(async () => {
  server = await connectDatabase(process.env.MONGO_URL!, { poolSize: 30 });
});
afterAll(async () => {
  await server.database(name).dropDatabase();
  await server.close();
});

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

it('gives each of many callers a number of its own, also for the first numbers of a name', async () => {
  const nextId = integerIds(server.database(name));
  for (let round = 0; round < 20; round++) {
    const ids = await Promise.all(upTo(30).map(() => nextId(`thing ${round}`)));
    expect(ids.sort((a, b) => a - b)).toEqual(upTo(30));
  }
});

it('takes numbers in blocks, none of them twice', async () => {
  const nextId = integerIds(server.database(name));
  const takers = [1, 2, 3].map(() => idsInBlocks(nextId, 'row', 7));
  const counts = upTo(90).map((at) => (at % 10 === 0 ? 9 : (at % 4) + 1));
  const taken = await Promise.all(counts.map(async (count, at) => ({ count, last: await takers[at % 3]!(count) })));
  const ids = taken.flatMap(({ count, last }) => upTo(count).map((at) => last - count + at));
  expect(new Set(ids).size).toBe(counts.reduce((sum, count) => sum + count, 0));
  expect(Math.min(...ids)).toBe(1);
});
