import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signToken } from '@herald/auth';
import { startAmqp } from '@herald/standin-amqp';
import { message, object, string } from '@herald/contracts';
import { created, ok, route } from '@herald/http';
import { consumer } from '@herald/messaging';
import { defineService, type Emit, type Job } from './define-service';
import { start, type Started } from './start';

const secret = 'a secret for tests that is long enough';
const said = message('said', { word: string() }, { personal: [], impersonal: ['word'] });
type Deps = { emit: Emit; heard: string[]; ran: string[] };

const say = route('POST /channels/say', {
  summary: 'Publish a word',
  scope: 'channels:write',
  resource: 'Word',
  body: object({ word: string() }),
  returns: created(object({ word: string() })),
  errors: {},
  async handle({ body }, { emit }: Deps) {
    await emit(said, body);
    return body;
  },
});
const wait = route('GET /channels/wait', {
  summary: 'Answer after a while',
  scope: 'channels:read',
  resource: 'Word',
  returns: ok(string()),
  errors: {},
  handle: () => new Promise((resolve) => setTimeout(resolve, 600, 'waited')),
});
const hang = route('GET /channels/hang', {
  summary: 'Never answer',
  scope: 'channels:read',
  resource: 'Word',
  timeoutSeconds: 0.2,
  returns: ok(string()),
  errors: {},
  handle: () => new Promise(() => {}),
});
const fail = route('GET /channels/fail', {
  summary: 'Fail for a reason of its own',
  scope: 'channels:read',
  resource: 'Word',
  returns: ok(string()),
  errors: {},
  handle: () => Promise.reject(new Error('password is hunter2')),
});

function wordService(heard: string[], ran: string[] = []) {
  const job: Job<Deps> = { name: 'tick', everySeconds: 0.05, run: async (deps) => void deps.ran.push('tick') };
  return defineService<Deps>({
    name: 'channels',
    summary: 'Words',
    routes: { say, wait, hang, fail },
    consumers: [
      consumer({ name: 'on-said', on: said, handle: async ({ word }, deps: Deps) => void deps.heard.push(word) }),
    ],
    jobs: [job],
    deps: ({ emit }) => ({ emit, heard, ran }),
  });
}

let dataDir: string;
beforeEach(async () => (dataDir = await mkdtemp(join(tmpdir(), 'herald-'))));
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const envWith = (more: Record<string, string> = {}) => ({
  NODE_ENV: 'test',
  PORT: '0',
  LOG_LEVEL: 'silent',
  NAMESPACE: `t${randomBytes(6).toString('hex')}`,
  MONGO_URL: process.env.MONGO_URL,
  AMQP_URL: process.env.AMQP_URL,
  SMTP_URL: process.env.SMTP_URL,
  DATA_DIR: dataDir,
  AUTH_JWT_SECRET: secret,
  ...more,
});
const token = signToken(secret, { subject: 'tester', companies: '*', scope: '*', seconds: 60 });
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const sayTo = ({ url }: Started, word: string) =>
  fetch(`${url}/channels/say`, { method: 'POST', headers, body: JSON.stringify({ word }) });

async function until(check: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  for (const end = Date.now() + ms; !(await check()); await new Promise((resolve) => setTimeout(resolve, 50)))
    if (Date.now() > end) throw new Error('It did not come to that');
}

describe('a broker that goes away', () => {
  it('fails no write: messages wait in the outbox and arrive after its return', async () => {
    let amqp = await startAmqp({ port: 0, dataDir });
    const port = Number(new URL(amqp.url).port);
    const heard: string[] = [];
    const started = await start([wordService(heard)], envWith({ AMQP_URL: amqp.url }));
    expect((await sayTo(started, 'before')).status).toBe(201);
    await until(() => heard.length === 1);
    await amqp.stop();
    await until(async () => (await fetch(`${started.url}/health/ready`)).status === 503);
    expect((await sayTo(started, 'while')).status).toBe(201);
    amqp = await startAmqp({ port, dataDir });
    await until(() => heard.includes('while'));
    expect((await sayTo(started, 'after')).status).toBe(201);
    await until(() => heard.includes('after'));
    await until(async () => (await fetch(`${started.url}/health/ready`)).status === 200);
    await started.stop();
    await amqp.stop();
  });
});

it('is ready only once all its consumers listen: no message is lost at the first start', async () => {
  const heard: string[] = [];
  const listener = (at: number) =>
    consumer({ name: `c${at}`, on: said, handle: async ({ word }) => void heard.push(`${at} ${word}`) });
  const consumers = Array.from({ length: 100 }, (_, at) => listener(at));
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  other.close();
  const starting = start([{ ...wordService([]), consumers }], envWith({ PORT: String(port) }));
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 1));
  const { status } = await fetch(`${url}/channels/say`, { method: 'POST', headers, body: '{"word":"first"}' });
  expect(status).toBe(201);
  await until(() => heard.length === consumers.length, 30_000);
  await (await starting).stop();
});

describe('a request', () => {
  let started: Started;
  beforeEach(async () => (started = await start([wordService([])], envWith())));
  afterEach(() => started.stop());

  it('that takes too long is a 503 with Retry-After', async () => {
    const answer = await fetch(`${started.url}/channels/hang`, { headers });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  });

  it('that fails unexpectedly is a 500 without details', async () => {
    const answer = await fetch(`${started.url}/channels/fail`, { headers });
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { code: 500, resource: 'Word', message: 'Internal Server Error' },
    ]);
  });

  it('in flight completes before the service stops', async () => {
    const answer = fetch(`${started.url}/channels/wait`, { headers });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await started.stop();
    expect((await answer).status).toBe(200);
  });
});

it('runs a job in one process at a time, and in another one after its stop', async () => {
  const env = envWith();
  const ran: string[][] = [[], []];
  const first = await start([wordService([], ran[0])], env);
  await until(() => ran[0]!.length > 0);
  const second = await start([wordService([], ran[1])], env);
  await until(() => ran[0]!.length > 5);
  expect(ran[1]).toEqual([]);
  await first.stop();
  await until(() => ran[1]!.length > 0);
  await second.stop();
});

describe('a start that cannot be', () => {
  const starting = (more: Record<string, string>) => start([wordService([])], envWith(more));
  it('names what is missing in production', async () => {
    const bare = { NODE_ENV: 'production' };
    await expect(start([wordService([])], bare)).rejects.toThrow(
      'Missing in production: MONGO_URL, AMQP_URL, SERVICE_JWT_SECRET, one of AUTH_JWKS_URL, AUTH_PUBLIC_KEY and AUTH_JWT_SECRET',
    );
  });
  it('names a taken port', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    await expect(starting({ PORT: String(port) })).rejects.toThrow(`PORT: ${port} is taken`);
    taken.close();
  });
  it('names a data folder that cannot be written', async () => {
    await writeFile(join(dataDir, 'file'), '');
    await expect(starting({ DATA_DIR: join(dataDir, 'file') })).rejects.toThrow(/^DATA_DIR: .* cannot be written/);
  });
  it.each([
    [{ AMQP_URL: 'amqp://127.0.0.1:1' }, /^AMQP_URL: no broker answers/],
    [{ MONGO_URL: 'mongodb://127.0.0.1:1' }, /^MONGO_URL: no database answers/],
    [
      { MONGO_URL: 'mongodb://u:secret@a:1,b:2/?readPreference=secondary' },
      /^MONGO_URL must not lead reads to secondar/,
    ],
    [
      { MONGO_URL: 'mongodb://a:1,b:2/?replicaSet=rs&directConnection=true' },
      /^MONGO_URL must not lead reads to secon/,
    ],
    [{ MONGO_URL: 'mongodb://a:1,b:2/?read%50reference=nearest' }, /^MONGO_URL must not lead reads to secon/],
    [
      { MONGO_URL: 'postgres://u:secret@a' },
      /^MONGO_URL must be a valid uri with a scheme matching the mongodb\|mongo/,
    ],
    [{ MONGO_URL: 'mongodb://127.0.0.1:1,127.0.0.1:2/?replicaSet=rs' }, /^MONGO_URL: no database answers/],
    [{ AUTH_JWT_SECRET: 'short' }, /^AUTH_JWT_SECRET length must be at least 32/],
    [{ PORT: 'http' }, /^PORT must be a number/],
    [{ NAMESPACE: 'Not This' }, /^NAMESPACE/],
  ] as [Record<string, string>, RegExp][])('names %j', async (more, line) => {
    await expect(starting(more)).rejects.toThrow(line);
  });
});
