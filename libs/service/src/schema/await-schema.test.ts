import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase, type DatabaseServer } from '@herald/persistence';
import { defineService } from '../define-service';
import { start } from '../start';
import { awaitSchema } from './await-schema';
import { migrate } from './migrate';
import { schemaOf } from './schema';
import { wordService, words } from './words.fixture';

const namespace = `t${randomBytes(6).toString('hex')}`;
const { MONGO_URL, AMQP_URL } = process.env;
const secret = 'a secret for tests that is long enough';
let dataDir: string;
let server: DatabaseServer;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'herald-'));
  server = await connectDatabase(MONGO_URL!);
});
beforeEach(() => database().dropDatabase());
afterAll(async () => {
  await database().dropDatabase();
  await server.close();
  rmSync(dataDir, { recursive: true });
});

const database = () => server.database(`${namespace}_channels`);
const schema = () => schemaOf(wordService());
const env = (more: Record<string, string>) => ({
  ...{ NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', NAMESPACE: namespace, MONGO_URL, AMQP_URL },
  ...{ DATA_DIR: dataDir, AUTH_JWT_SECRET: secret, ...more },
});
const awaited = async (timeoutMs: number) => {
  const lines: string[] = [];
  await awaitSchema(database(), schema(), (line) => lines.push(line), timeoutMs);
  return lines;
};

it('waits for the schema and builds nothing itself', async () => {
  let isStarted = false;
  const starting = start([wordService()], env({ MIGRATE: 'separately' })).finally(() => (isStarted = true));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(isStarted).toBe(false);
  expect(await database().listCollections()).toEqual([]);
  await migrate(database(), schema(), () => {});
  const started = await starting;
  expect((await fetch(`${started.url}/health/ready`)).status).toBe(200);
  await started.stop();
});

it('ends with one line that says what is missing', async () => {
  const command = 'run "node main.js migrate" of this version';
  await expect(awaited(0)).rejects.toThrow(`channels: the database was never migrated: ${command}`);
  await migrate(database(), schemaOf(wordService([])), () => {});
  await expect(awaited(0)).rejects.toThrow(`channels: the database has schema 0, this version needs 2: ${command}`);
  await migrate(database(), schema(), () => {});
  await database().collection('words').dropIndex('word_1');
  await expect(awaited(0)).rejects.toThrow(`channels: words has no index word_1 {"word":1}: ${command}`);
});

it('says once what it waits for', async () => {
  const waiting = awaited(30_000);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await migrate(database(), schema(), () => {});
  expect(await waiting).toEqual([expect.stringMatching(/^channels: the database was never migrated: .*; waiting/)]);
});

it('works on with the schema of a later version', async () => {
  await migrate(database(), schema(), () => {});
  await database().collection('words').dropIndex('word_1');
  await database()
    .collection('schema_versions')
    .updateOne({}, { $set: { number: 3 } });
  expect(await awaited(0)).toEqual([]);
});

it('is not left by a service with a collection that is not among its records', async () => {
  const service = defineService({
    ...{ name: 'channels', summary: 'Words', routes: {} },
    deps: (context) => ({ Word: words.model(context.database) }),
  });
  await expect(start([service], env({}))).rejects.toThrow('channels: words is missing in its records');
});
