import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { integer, string } from '@herald/contracts';
import { proxyOf, replicaSetProxy } from '@herald/fault-proxy';
import { connectDatabase, type DatabaseServer } from './connect';
import { record } from './record';

const rows = record('rows', {
  internal: { _id: string(), count: integer() },
  personal: [],
  impersonal: ['_id', 'count'],
});
const name = `t${randomBytes(6).toString('hex')}_connect`;
const sent: Record<string, unknown>[] = [];
let server: DatabaseServer;

beforeAll(async () => {
  // These options of the URL must have no effect.
  const url = new URL(process.env.MONGO_URL!);
  if (url.pathname === '') url.pathname = '/';
  url.searchParams.set('w', '1');
  url.searchParams.set('journal', 'false');
  server = await connectDatabase(url.href, { onQuery: (_, command) => sent.push(command) });
});

afterAll(async () => {
  await server.database(name).dropDatabase();
  await server.close();
});

it('acknowledges no write before it is in the journal of a majority', async () => {
  const Row = rows.model(server.database(name));
  await Row.create({ _id: 'one', count: 1 });
  await Row.collection.insertMany([{ _id: 'two', count: 1 } as never]);
  await Row.bulkWrite([{ updateOne: { filter: { _id: 'one' }, update: { $inc: { count: 1 } } } }]);
  await Row.updateOne({ _id: 'one' }, { $inc: { count: 1 } });
  await Row.findOneAndUpdate({ _id: 'one' }, { $inc: { count: 1 } });
  await Row.deleteOne({ _id: 'two' });
  expect(await Row.find().lean()).toEqual([expect.objectContaining({ _id: 'one', count: 4 })]);
  const writes = sent.filter((command) =>
    ['insert', 'update', 'delete', 'findAndModify'].some((one) => one in command),
  );
  expect(writes.length).toBe(6);
  for (const { writeConcern } of writes) expect(writeConcern).toEqual({ w: 'majority', j: true });
});

it('reads an array of records in one reply, while callers compete for the connections', async () => {
  const Row = rows.model(server.database(name));
  await Row.deleteMany({});
  await Row.insertMany(Array.from({ length: 1_000 }, (_, count) => ({ _id: `row ${count}`, count })));
  sent.length = 0;
  const reads = [
    () => Row.find().lean(),
    () => Row.find().sort({ count: 1 }).lean(),
    () =>
      Row.find({ count: { $gte: 0 } })
        .limit(1_000)
        .lean(),
    () => Row.find().sort({ count: -1 }).skip(100).limit(900).lean(),
  ];
  const found = await Promise.all(Array.from({ length: 40 }, (_, at) => reads[at % reads.length]!()));
  expect(new Set(found.map(({ length }) => length))).toEqual(new Set([1_000, 900]));
  expect(sent.filter((command) => 'getMore' in command)).toEqual([]);
  expect(sent.filter((command) => 'find' in command).length).toBe(40);
});

/** Longer than an operation waits for a primary. */
const electionMs = 7_000;

it('waits for the end of an election at the start', async () => {
  const proxy = await replicaSetProxy(process.env.MONGO_URL!);
  proxy.stepDown();
  const [late] = await Promise.all([connectDatabase(proxy.url), sleep(electionMs).then(proxy.stepUp)]);
  expect(await late.ready()).toBe(true);
  await late.close();
  proxy.stop();
});

it('starts with a server that is too busy to answer at first', async () => {
  const proxy = await proxyOf(process.env.MONGO_URL!);
  proxy.silence();
  const [late] = await Promise.all([connectDatabase(proxy.url), sleep(electionMs).then(proxy.restore)]);
  expect(await late.ready()).toBe(true);
  await late.close();
  proxy.stop();
});
