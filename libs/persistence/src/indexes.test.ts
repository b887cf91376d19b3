import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { string } from '@herald/contracts';
import { connectDatabase, type DatabaseServer } from './connect';
import { checkCollections } from './indexes';
import { record } from './record';

const coming = record('coming', {
  internal: { _id: string(), word: string() },
  personal: [],
  impersonal: ['_id', 'word'],
  indexes: [[{ word: 1 }]],
  shardKey: ['_id'],
});

const name = `t${randomBytes(6).toString('hex')}_indexes`;
let server: DatabaseServer;
const database = () => server.database(name);
beforeAll(async () => (server = await connectDatabase(process.env.MONGO_URL!)));
afterAll(async () => {
  await database().dropDatabase();
  await server.close();
});

it('looks again at a collection that comes and goes meanwhile', async () => {
  const seen = new Set<boolean>();
  const end = performance.now() + 3_000;
  const comeAndGo = async () => {
    while (performance.now() < end) {
      await database()
        .collection('coming')
        .createIndexes([{ name: 'word_1', key: { word: 1 } }]);
      await sleep(10);
      await database().dropCollection('coming');
    }
  };
  const look = async () => {
    while (performance.now() < end) {
      const [check] = await checkCollections(database(), [coming]);
      seen.add(check!.exists);
    }
  };
  await Promise.all([comeAndGo(), look(), look(), look()]);
  expect(seen).toContain(false);
});
