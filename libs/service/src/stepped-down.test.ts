import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signToken } from '@herald/auth';
import { string } from '@herald/contracts';
import { replicaSetProxy, type ReplicaSetProxy } from '@herald/fault-proxy';
import { consumer } from '@herald/messaging';
import { bulkInsert, connectDatabase, record, type Model, type Stored } from '@herald/persistence';
import { defineService } from './define-service';
import { note, noted, words, type NoteDeps } from './noted-words.fixture';
import { start, type Started } from './start';

/** The primary of a replica set steps down under load: each request is answered or refused, and nothing is lost. */
const secret = 'a secret for tests that is long enough';
const heard = record('heard', { internal: { _id: string() }, personal: [], impersonal: ['_id'] });
type Deps = NoteDeps & { Heard: Model<Stored<typeof heard>> };

const service = defineService<Deps>({
  name: 'channels',
  summary: 'Words',
  records: [words, heard],
  routes: { note },
  consumers: [
    consumer({
      name: 'on-noted',
      on: noted,
      // A raw command: the driver does not repeat it.
      handle: async ({ word }, { Heard }: Deps) => void (await bulkInsert(Heard, [{ _id: word }])),
    }),
  ],
  deps: ({ emit, database }) => ({ emit, Word: words.model(database), Heard: heard.model(database) }),
});

const namespace = `t${randomBytes(6).toString('hex')}`;
let dataDir: string;
let proxy: ReplicaSetProxy;
let started: Started;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'herald-'));
  proxy = await replicaSetProxy(process.env.MONGO_URL!);
  started = await start([service], {
    ...{ NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', NAMESPACE: namespace, AUTH_JWT_SECRET: secret },
    ...{ DATA_DIR: dataDir, MONGO_URL: proxy.url, AMQP_URL: process.env.AMQP_URL },
  });
});
afterAll(async () => {
  await started?.stop();
  proxy.stop();
  await rm(dataDir, { recursive: true, force: true });
  const databases = await connectDatabase(process.env.MONGO_URL!, { poolSize: 1 });
  await databases.database(`${namespace}_channels`).dropDatabase();
  await databases.close();
});

type Answer = { word: string; status: number; retryAfter: string | null };

async function send(word: string): Promise<Answer> {
  const token = signToken(secret, { subject: 'tester', companies: '*', scope: '*', seconds: 600 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ word });
  const answer = await fetch(`${started.url}/channels/note`, { method: 'POST', headers, body });
  await answer.text();
  return { word, status: answer.status, retryAfter: answer.headers.get('retry-after') };
}

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 90_000; !(await check()); await sleep(100))
    if (Date.now() > end) throw new Error('It did not come to that');
}

/** Sends words until `end` is called. */
function load(name: string) {
  const answers: Answer[] = [];
  let isOver = false;
  const senders = Array.from({ length: 4 }, async (_, sender) => {
    for (let count = 0; !isOver; count++) answers.push(await send(`${name} ${sender} ${count}`));
  });
  const end = async () => {
    isOver = true;
    await Promise.all(senders);
    return answers;
  };
  return { answers, end };
}

async function expectNothingLost(name: string, answers: Answer[]): Promise<void> {
  expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
  for (const { retryAfter } of answers.filter(({ status }) => status === 503))
    expect(Number(retryAfter)).toBeGreaterThan(0);
  const databases = await connectDatabase(process.env.MONGO_URL!, { poolSize: 2 });
  const database = databases.database(`${namespace}_channels`);
  const done = answers.filter(({ status }) => status === 201).map(({ word }) => word);
  expect(done.length).toBeGreaterThan(0);
  const stored = (await words.model(database).find().lean())
    .map(({ word }) => word)
    .filter((one) => one.startsWith(name));
  expect(new Set(stored).size).toBe(stored.length);
  expect(done.filter((word) => !stored.includes(word))).toEqual([]);
  await until(async () => (await heard.model(database).countDocuments({ _id: { $in: done } })) === done.length);
  await databases.close();
}

it('bridges a short election: requests wait for the new primary', async () => {
  const { answers, end } = load('short');
  await until(() => answers.length > 20);
  const before = proxy.refused();
  proxy.stepDown();
  await sleep(1_500);
  proxy.stepUp();
  const seen = answers.length;
  await until(() => answers.slice(seen).filter(({ status }) => status === 201).length > 20);
  const all = await end();
  expect(proxy.refused()).toBeGreaterThan(before);
  await expectNothingLost('short', all);
});

it('runs no write twice that was answered by a primary that was stepping down', async () => {
  const { answers, end } = load('twice');
  await until(() => answers.length > 20);
  await until(async () => {
    proxy.stepDown({ afterRunning: true });
    await sleep(1_000);
    proxy.stepUp();
    await sleep(2_000);
    return proxy.repeated() > 0;
  });
  await expectNothingLost('twice', await end());
});

it('refuses requests with Retry-After while there is no primary, and recovers by itself', async () => {
  const { answers, end } = load('long');
  await until(() => answers.filter(({ status }) => status === 201).length > 20);
  proxy.stepDown();
  await until(() => answers.some(({ status }) => status === 503));
  expect((await fetch(`${started.url}/health/ready`)).status).toBe(503);
  proxy.stepUp();
  await until(async () => (await fetch(`${started.url}/health/ready`)).status === 200);
  const seen = answers.length;
  await until(() => answers.slice(seen).filter(({ status }) => status === 201).length > 20);
  await expectNothingLost('long', await end());
});
