import { randomBytes } from 'node:crypto';
import { list, nullable, object, optional, string, timestamp } from '@herald/contracts';
import { buildCollection, checkCollections, connectDatabase, record, type DatabaseServer } from '@herald/persistence';
import { expires, goesWith, requireRetention, retains, staysUntilErased, type Retention } from './index';

const day = 86_400_000;
const now = Date.now();
const ago = (days: number) => new Date(now - days * day);

const visits = record('visits', {
  fields: {
    name: string(),
    token: nullable(string()),
    at: timestamp(),
    marks: optional(list(object({ at: timestamp() }))),
  },
  personal: ['name'],
  impersonal: ['token', 'at', 'marks'],
  indexes: [
    [{ at: 1 }],
    [{ at: -1 }, { partialFilterExpression: { token: null }, name: 'gone' }],
    [{ 'marks.at': 1 }, { sparse: true }],
  ],
});
const passes = record('passes', {
  fields: { name: string(), until: timestamp() },
  personal: ['name'],
  impersonal: ['until'],
  indexes: [[{ until: 1 }, { expireAfterSeconds: 0 }]],
});

const name = `t${randomBytes(6).toString('hex')}_retention`;
let server: DatabaseServer;
beforeAll(async () => {
  server = await connectDatabase(process.env.MONGO_URL!, { poolSize: 5 });
  const database = server.database(name);
  for (const check of await checkCollections(database, [visits])) await buildCollection(database, check);
});
afterEach(() => server.database(name).collection('visits').deleteMany({}));
afterAll(async () => {
  await server.database(name).dropDatabase();
  await server.close();
});

const Visit = () => visits.model(server.database(name));
const work = () => ({ deps: {}, database: server.database(name) });
const byAge = retains(visits, { setting: 'VISIT_DAYS', since: 'at' });
const old = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `old ${at}`, token: null, at: ago(31) }));
const young = [
  { name: 'a minute too young', token: null, at: new Date(ago(30).getTime() + 60_000) },
  { name: 'of tomorrow, before the clock was set back', token: null, at: ago(-1) },
];

async function run(one: Retention<unknown>, maxSteps = Infinity): Promise<number[]> {
  const steps: number[] = [];
  for await (const removed of one.remove!(ago(30), work())) if (steps.push(removed) === maxSteps) break;
  return steps;
}

it('removes what is older in small steps, continues after an end at any of them, and leaves the rest', async () => {
  await Visit().insertMany([...old(1_200), ...young]);
  expect(await byAge.look!(ago(30), work())).toEqual({ oldest_at: ago(31), due: 1_200 });
  expect(await run(byAge, 1)).toEqual([500]);
  expect(await Visit().countDocuments()).toBe(702);
  expect(await run(byAge)).toEqual([500, 200]);
  expect((await Visit().find().sort({ at: 1 }).lean()).map((visit) => visit.name)).toEqual(
    young.map((one) => one.name),
  );
  expect(await run(byAge)).toEqual([]);
});

it('does not remove a record that was renewed after it was read', async () => {
  await Visit().insertMany(old(2));
  const database = server.database(name);
  const model = { ...visits, model: () => renewedBetween(visits.model(database)) };
  const raced = retains(model as unknown as typeof visits, { setting: 'VISIT_DAYS', since: 'at' });
  expect(await run(raced)).toEqual([1]);
  expect((await Visit().find().lean()).map((visit) => visit.name)).toEqual(['old 0']);
});

/** A device renews the first record between the two commands. */
function renewedBetween(Model: ReturnType<typeof Visit>) {
  const deleteMany = async (filter: object) => {
    await Visit().updateOne({ name: 'old 0' }, { $set: { at: new Date() } });
    return Model.deleteMany(filter);
  };
  return { find: Model.find.bind(Model), deleteMany };
}

it('removes some in a way of its own, and passes by what that leaves', async () => {
  await Visit().insertMany(old(1_100));
  const held = new Set(['old 0', 'old 499', 'old 1099']);
  const careful = retains(visits, {
    setting: 'VISIT_DAYS',
    since: 'at',
    async remove(rows) {
      const free = rows.filter((row) => !held.has(row.name)).map(({ _id }) => _id);
      return (await Visit().deleteMany({ _id: { $in: free } })).deletedCount;
    },
  });
  await run(careful);
  expect((await Visit().find().lean()).map((visit) => visit.name).toSorted()).toEqual([...held].toSorted());
});

it('counts from a time in a list, and only records with some values', async () => {
  const [one, other] = old(2);
  await Visit().insertMany([
    { ...one, marks: [{ at: ago(1) }, { at: ago(40) }] },
    { ...other, token: 'kept' },
  ]);
  const marks = retains(visits, { kind: 'marks', setting: 'VISIT_DAYS', since: 'marks.at' });
  expect(await marks.look!(ago(30), work())).toEqual({ oldest_at: ago(40), due: 1 });
  const gone = retains(visits, { kind: 'gone', setting: 'VISIT_DAYS', since: 'at', where: { token: null } });
  expect(await run(gone)).toEqual([1]);
  expect((await Visit().find().lean()).map(({ token }) => token)).toEqual(['kept']);
});

it('refuses a personal record without a word, and a search without an index', () => {
  const check =
    (...retention: Retention<unknown>[]) =>
    () =>
      requireRetention('app', [visits, passes], retention as Retention<never>[]);
  const ofPasses = expires(passes, { at: 'until', rule: 'its own time' });
  expect(check()).toThrow('app: nothing says how long visits, passes is kept');
  expect(check(byAge)).toThrow('app: nothing says how long passes is kept');
  expect(check(byAge, ofPasses)).not.toThrow();
  expect(check(staysUntilErased(visits, 'a customer'), goesWith(passes, 'the visit'))).not.toThrow();
  const byName = retains(visits, { setting: 'VISIT_DAYS', since: 'name' });
  expect(check(byName, ofPasses)).toThrow('app: no index of visits finds what is due of visits');
  expect(() => expires(visits as never, { at: 'at' as never, rule: '' })).toThrow('visits: no index removes it at at');
});
