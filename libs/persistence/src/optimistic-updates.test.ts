import { randomBytes } from 'node:crypto';
import { integer, list, optional, string } from '@herald/contracts';
import { connectDatabase, type DatabaseServer } from './connect';
import { duplicateKeys } from './errors';
import { optimisticUpdates, type UpdateRecord } from './optimistic-updates';
import { record, type Model, type Stored } from './record';

const counters = record('counters', {
  internal: {
    name: string(),
    count: integer(),
    owner: optional(string()),
    marks: optional(list(string())),
    revision: optional(integer()),
  },
  personal: [],
  impersonal: ['name', 'count', 'owner', 'marks', 'revision'],
  indexes: [
    [{ name: 1 }, { unique: true }],
    [{ owner: 1 }, { unique: true, partialFilterExpression: { owner: { $exists: true } } }],
  ],
});
type Counter = Stored<typeof counters>;

const databaseName = `t${randomBytes(6).toString('hex')}_updates`;
const commands: string[] = [];
let server: DatabaseServer;
let Counter: Model<Counter>;
let update: UpdateRecord<Counter>;

beforeAll(async () => {
  server = await connectDatabase(process.env.MONGO_URL!, {
    onQuery: (_database, command) => commands.push(Object.keys(command)[0]!),
  });
  Counter = counters.model(server.database(databaseName));
  await Counter.createIndexes();
});
beforeEach(async () => {
  await Counter.deleteMany({});
  update = optimisticUpdates(Counter);
  commands.length = 0;
});
afterAll(async () => {
  await server.database(databaseName).dropDatabase();
  await server.close();
});

const increment = (name: string) => (counter: Counter | undefined) => ({
  ...(counter ?? { name, count: 0 }),
  count: (counter?.count ?? 0) + 1,
});
const countOf = async (name: string) => (await Counter.findOne({ name }).lean())?.count;
const names = Array.from({ length: 50 }, (_, at) => `name ${at}`);

it('inserts, replaces and leaves alone, with what was there before', async () => {
  expect(await update({ name: 'a' }, () => undefined)).toEqual({ before: undefined, after: undefined });
  expect(await update({ name: 'a' }, increment('a'))).toEqual({ before: undefined, after: { name: 'a', count: 1 } });
  const second = await update({ name: 'a' }, increment('a'));
  expect([second.before?.count, second.after?.count]).toEqual([1, 2]);
  commands.length = 0;
  const third = await update({ name: 'a' }, (counter) => counter);
  expect(third.after).toBe(third.before);
  expect(commands).toEqual(['find']);
});

it('reads and writes once for many callers', async () => {
  await Promise.all(names.map((name) => update({ name }, increment(name))));
  // The first caller may go alone; all others go together.
  expect(commands.length).toBeLessThanOrEqual(4);
  await Promise.all(names.map((name) => update({ name }, increment(name))));
  expect(commands.length).toBeLessThanOrEqual(8);
  expect(await Counter.countDocuments({ count: 2 })).toBe(names.length);
});

it('does not read what its caller has read, unless it was changed since', async () => {
  await update({ name: 'a' }, increment('a'), { record: undefined });
  expect(commands).toEqual(['insert']);
  const known = await Counter.findOne({ name: 'a' }).lean();
  await update({ name: 'a' }, increment('a'), { record: known! });
  await update({ name: 'a' }, increment('a'), { record: known! });
  await update({ name: 'a' }, increment('a'), { record: undefined });
  expect(await countOf('a')).toBe(4);
});

const mark = (name: string, writer: string) => (counter: Counter | undefined) => {
  const { marks = [], ...rest } = counter ?? { name, count: 0 };
  return marks.includes(writer) ? counter : { ...rest, marks: [...marks, writer] };
};

it('loses no change of many writers of one record, in one process and in several', async () => {
  const writers = [update, optimisticUpdates(Counter), optimisticUpdates(Counter)];
  const numbers = Array.from({ length: 90 }, (_, at) => at);
  await Promise.all(numbers.map((at) => writers[at % 3]!({ name: 'a' }, mark('a', String(at)))));
  expect((await Counter.findOne({ name: 'a' }).lean())?.marks).toHaveLength(90);
});

it('loses no change of two writers that write the same records in opposite orders', async () => {
  const other = optimisticUpdates(Counter);
  for (let round = 0; round < 5; round++)
    await Promise.all([
      ...names.map((name) => update({ name }, mark(name, `one ${round}`))),
      ...names.toReversed().map((name) => other({ name }, mark(name, `other ${round}`))),
    ]);
  expect(await Counter.countDocuments({ marks: { $size: 10 } })).toBe(names.length);
});

it('repeats only what a concurrent writer prevented', async () => {
  await Promise.all(names.map((name) => update({ name }, increment(name))));
  const known = await Counter.find().lean();
  await Counter.updateMany({ name: { $in: names.slice(0, 10) } }, { $inc: { count: 100, revision: 1 } });
  await Promise.all(known.map((one) => update({ name: one.name }, increment(one.name), { record: one })));
  expect(await Counter.countDocuments({ count: 102 })).toBe(10);
  expect(await Counter.countDocuments({ count: 2 })).toBe(40);
});

it('changes records that were stored without a revision', async () => {
  await Counter.collection.insertOne({ name: 'old', count: 7 } as never);
  await update({ name: 'old' }, increment('old'));
  expect(await countOf('old')).toBe(8);
});

it('fails alone: by its own error, or by the unique index of another field', async () => {
  await update({ name: 'a' }, () => ({ name: 'a', count: 1, owner: 'ana' }));
  const outcomes = await Promise.allSettled([
    update({ name: 'b' }, increment('b')),
    update({ name: 'c' }, () => {
      throw new Error('refused');
    }),
    update({ name: 'd' }, () => ({ name: 'd', count: 1, owner: 'ana' })),
    update({ name: 'e' }, increment('e')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(duplicateKeys((outcomes[2] as PromiseRejectedResult).reason)).toEqual(['owner']);
  expect([await countOf('b'), await countOf('c'), await countOf('d'), await countOf('e')]).toEqual([
    ...[1, undefined, undefined, 1],
  ]);
});

it('stores nothing for fields without a value, and more than a message may hold', async () => {
  await update({ name: 'a' }, () => ({ name: 'a', count: 1, owner: undefined }));
  expect(await Counter.findOne({ name: 'a' }).lean()).not.toHaveProperty('owner');
  const large = 'x'.repeat(1_000_000);
  const record = (name: string) => () => ({ name, count: 1, owner: name + large }) as Counter;
  await Promise.all(names.map((name) => update({ name: `${name} large` }, record(name))));
  expect(await Counter.countDocuments()).toBe(names.length + 1);
});
