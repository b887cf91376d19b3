import { randomBytes } from 'node:crypto';
import { integer, string } from '@herald/contracts';
import { bulkInsert, bulkUpdate, findPlain, updateMatching } from './bulk-write';
import { connectDatabase, type DatabaseServer } from './connect';
import { record, type Model, type Stored } from './record';

const counters = record('counters', {
  internal: { _id: string(), count: integer() },
  personal: [],
  impersonal: ['_id', 'count'],
});
const name = `t${randomBytes(6).toString('hex')}_bulk`;
let server: DatabaseServer;
let Counter: Model<Stored<typeof counters>>;

beforeAll(async () => {
  server = await connectDatabase(process.env.MONGO_URL!);
  Counter = counters.model(server.database(name));
});

beforeEach(async () => {
  await Counter.deleteMany({});
  await bulkInsert(Counter, [
    { _id: 'a', count: 1 },
    { _id: 'b', count: 2 },
  ]);
});

afterAll(async () => {
  await server.database(name).dropDatabase();
  await server.close();
});

const all = async () => new Map((await findPlain(Counter, {})).map(({ _id, count }) => [_id, count]));

it('leaves records out whose key exists, and inserts the others', async () => {
  const records = ['b', 'c'].map((_id) => ({ _id, count: 9 }));
  expect(await bulkInsert(Counter, records)).toEqual({ hadDuplicates: true });
  expect(await all()).toEqual(new Map(Object.entries({ a: 1, b: 2, c: 9 })));
});

it('updates one record for each filter, and none where nothing matches', async () => {
  await bulkUpdate(Counter, [
    { filter: { _id: 'a', count: 1 }, update: { $set: { count: 5 } } },
    { filter: { _id: 'b', count: 1 }, update: { $set: { count: 5 } } },
  ]);
  await bulkUpdate(Counter, []);
  expect(await all()).toEqual(new Map(Object.entries({ a: 5, b: 2 })));
});

it('tells how many records it changed', async () => {
  const ids = Array.from({ length: 2_000 }, (_, at) => `other ${at}`);
  expect(await updateMatching(Counter, { _id: { $in: ['a', 'b', ...ids] } }, { $inc: { count: 1 } })).toBe(2);
  expect(await all()).toEqual(new Map(Object.entries({ a: 2, b: 3 })));
});

it('reads only the named fields where some are named', async () => {
  expect(await findPlain(Counter, { _id: 'b' }, ['_id', 'count'])).toEqual([{ _id: 'b', count: 2 }]);
  expect(await findPlain(Counter, { count: 1 }, ['_id'])).toEqual([{ _id: 'a' }]);
});
