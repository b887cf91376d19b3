import { randomBytes } from 'node:crypto';
import { connectDatabase, type DatabaseServer } from '@herald/persistence';
import { runMigrate } from './run-migrate';
import { wordService } from './words.fixture';

const namespace = `t${randomBytes(6).toString('hex')}`;
let server: DatabaseServer;
beforeAll(async () => (server = await connectDatabase(process.env.MONGO_URL!)));
afterAll(async () => {
  await database().dropDatabase();
  await server.close();
});

const database = () => server.database(`${namespace}_channels`);
const production = { NODE_ENV: 'production', NAMESPACE: namespace, MONGO_URL: process.env.MONGO_URL };

async function run(args: string[] = [], env: Record<string, string | undefined> = production) {
  const lines: string[] = [];
  const code = await runMigrate([wordService()], env, { args, say: (line) => lines.push(line) });
  return { code, lines };
}

it('needs the settings of the database alone, and then finds nothing that differs', async () => {
  const { code, lines } = await run();
  expect([code, lines.at(-1)]).toEqual([0, 'channels: schema 2']);
  expect(await run(['--check'])).toEqual({ code: 0, lines: ['All collections and indexes are as declared'] });
});

it('prints where the database differs from its declarations, changes nothing, and ends with 1', async () => {
  await run();
  const stored = database().collection('words');
  await stored.dropIndex('length_1');
  await stored.dropIndex('word_1');
  await stored.createIndex({ word: 1 }, { unique: true });
  await stored.createIndex({ other: -1 }, { expireAfterSeconds: 5 });
  await database().dropCollection('leases');
  await database()
    .collection('schema_versions')
    .updateOne({}, { $set: { number: 1 } });
  const found = {
    code: 1,
    lines: [
      'SERVICE   COLLECTION  FINDING  INDEX (there; declared)',
      'channels  -           older    the database has schema 1, this version needs 2',
      'channels  words       missing  length_1 {"length":1}, sparse',
      'channels  words       differs  word_1 {"word":1}, unique; word_1 {"word":1}',
      'channels  words       extra    other_-1 {"other":-1}, expireAfterSeconds 5',
      'channels  leases      missing  the collection',
    ],
  };
  expect(await run(['--check'])).toEqual(found);
  expect(await run(['--check'])).toEqual(found);
});

it.each([
  [['--chek'], production, 'migrate: the only option is --check'],
  [[], { ...production, MONGO_URL: undefined }, 'Missing: MONGO_URL'],
  [[], { ...production, NAMESPACE: 'Not This' }, /^NAMESPACE/],
  [[], { ...production, MONGO_URL: 'mongodb://127.0.0.1:1' }, 'MONGO_URL: no database answers'],
] as const)('says in one line what it cannot work with: %j', async (args, env, line) => {
  await expect(run([...args], env)).rejects.toThrow(line);
});
