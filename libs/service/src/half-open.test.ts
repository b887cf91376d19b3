import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signToken } from '@herald/auth';
import { proxyOf, type HalfOpenProxy } from '@herald/fault-proxy';
import { consumer } from '@herald/messaging';
import { connectDatabase } from '@herald/persistence';
import { defineService } from './define-service';
import { note, noted, words, type NoteDeps } from './noted-words.fixture';
import { start, type Started } from './start';

/** A database or a broker accepts connections and never answers: requests end in time, and the service recovers. */
const secret = 'a secret for tests that is long enough';
type Deps = NoteDeps & { heard: string[] };

let heard: string[];
let dataDir: string;
let started: Started;
let proxies: HalfOpenProxy[];
let namespace: string;
beforeEach(async () => {
  [heard, proxies, namespace] = [[], [], `t${randomBytes(6).toString('hex')}`];
  dataDir = await mkdtemp(join(tmpdir(), 'herald-'));
});
afterEach(async () => {
  for (const proxy of proxies) proxy.stop();
  await rm(dataDir, { recursive: true, force: true });
  const databases = await connectDatabase(process.env.MONGO_URL!, { poolSize: 1 });
  await databases.database(`${namespace}_channels`).dropDatabase();
  await databases.close();
});

async function behindProxy(setting: 'MONGO_URL' | 'AMQP_URL', more = ''): Promise<HalfOpenProxy> {
  const proxy = await proxyOf(process.env[setting]! + more);
  proxies.push(proxy);
  const service = defineService<Deps>({
    name: 'channels',
    summary: 'Words',
    records: [words],
    routes: { note },
    consumers: [consumer({ name: 'c', on: noted, handle: async ({ word }, deps: Deps) => void deps.heard.push(word) })],
    deps: ({ emit, database }) => ({ emit, heard, Word: words.model(database) }),
  });
  const { MONGO_URL, AMQP_URL, SMTP_URL } = process.env;
  started = await start([service], {
    ...{ NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', NAMESPACE: namespace, AUTH_JWT_SECRET: secret },
    ...{ MONGO_URL, AMQP_URL, SMTP_URL, DATA_DIR: dataDir, [setting]: proxy.url },
  });
  return proxy;
}

async function send(word: string): Promise<{ status: number; seconds: number; retryAfter: string | null }> {
  const token = signToken(secret, { subject: 'tester', companies: '*', scope: '*', seconds: 600 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const began = performance.now();
  const answer = await fetch(`${started.url}/channels/note`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ word }),
  });
  await answer.text();
  const seconds = (performance.now() - began) / 1000;
  return { status: answer.status, seconds, retryAfter: answer.headers.get('retry-after') };
}

async function until(check: () => boolean | Promise<boolean>, ms: number): Promise<void> {
  for (const end = performance.now() + ms; !(await check()); await new Promise((resolve) => setTimeout(resolve, 100)))
    if (performance.now() > end) throw new Error(`Still not so after ${ms} ms`);
}
const isReady = async () => (await fetch(`${started.url}/health/ready`)).status === 200;

it('answers 503 while the database is silent, and recovers', async () => {
  const proxy = await behindProxy('MONGO_URL');
  expect((await send('before')).status).toBe(201);
  proxy.silence();
  const answers = await Promise.all(['a', 'b', 'c'].map(send));
  for (const { status, retryAfter, seconds } of answers) {
    expect([status, retryAfter]).toEqual([503, '5']);
    expect(seconds).toBeLessThan(35);
  }
  expect(await isReady()).toBe(false);
  proxy.restore();
  await until(async () => (await send('after')).status === 201, 150_000);
  await until(() => heard.includes('after'), 20_000);
  await until(isReady, 20_000);
  await started.stop();
});

it('answers while the broker is silent, and publishes the outbox once it is back', async () => {
  const proxy = await behindProxy('AMQP_URL', '?heartbeat=3');
  expect((await send('before')).status).toBe(201);
  proxy.silence();
  const { status, seconds } = await send('while');
  expect(status).toBe(201);
  expect(seconds).toBeLessThan(12);
  await until(async () => !(await isReady()), 20_000);
  proxy.restore();
  await until(() => heard.includes('while'), 150_000);
  await until(isReady, 20_000);
  await started.stop();
});

it.each(['MONGO_URL', 'AMQP_URL'] as const)('stops in time while %s is silent', async (setting) => {
  const proxy = await behindProxy(setting);
  await send('before');
  proxy.silence();
  const sending = send('while');
  await new Promise((resolve) => setTimeout(resolve, 500));
  const began = performance.now();
  await started.stop().catch(() => {});
  expect(performance.now() - began).toBeLessThan(28_000);
  await sending.catch(() => {});
});
