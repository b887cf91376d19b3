import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceTokens, signToken } from '@herald/auth';
import type { CallService } from '@herald/client';
import { json, services, string, type ServiceName } from '@herald/contracts';
import { ok, route } from '@herald/http';
import { defineService } from './define-service';
import { readSettings, type Env } from './settings';
import { start, type Started } from './start';

const secret = 'a secret for tests that is long enough';
const ofServices = `${secret}, for services`;
const next = `${secret}, to come`;

/** A service that answers its caller, and the response to its own call to another service. */
function talking(name: ServiceName, other: ServiceName) {
  return defineService<{ call: CallService }>({
    name,
    summary: 'Talks',
    routes: {
      readCaller: route(`GET /${name}/caller`, {
        summary: 'Read the caller',
        scope: `${name}:read`,
        resource: 'Caller',
        returns: ok(string()),
        errors: {},
        handle: async ({ caller }) => caller.subject,
      }),
      callOther: route(`GET /${name}/other`, {
        summary: 'Call another service',
        scope: `${name}:read`,
        resource: 'Caller',
        returns: ok(json()),
        errors: {},
        handle: async (_input, { call }: { call: CallService }) => call(`/${other}/caller`),
      }),
    },
    deps: ({ call }) => ({ call: call(other) }),
  });
}

let dataDir: string;
let started: Started;
beforeAll(async () => (dataDir = await mkdtemp(join(tmpdir(), 'herald-'))));
afterEach(() => started?.stop());
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function startWith(names: ServiceName[], more: Env = {}): Promise<void> {
  const { MONGO_URL, AMQP_URL } = process.env;
  const places = { PORT: '0', DATA_DIR: dataDir, MONGO_URL, AMQP_URL, NAMESPACE: `t${randomBytes(6).toString('hex')}` };
  const keys = { AUTH_JWT_SECRET: secret, SERVICE_JWT_SECRET: ofServices };
  const list = names.map((name) => talking(name, name === 'index' ? 'company' : 'index'));
  started = await start(list, { NODE_ENV: 'test', LOG_LEVEL: 'silent', ...places, ...keys, ...more });
}
const ask = async (path: string, token: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(started.url + path, { headers: { authorization: `Bearer ${token}`, ...headers } });
  return { status: answer.status, data: ((await answer.json()) as { data?: unknown }).data };
};
const caller = signToken(secret, { subject: 'tester', companies: '*', scope: '*', seconds: 60 });
const tokenOf = (from: ServiceName, to: ServiceName, key = ofServices) => serviceTokens(key, from)(to);

it('accepts services of other processes, and no service token through a proxy', async () => {
  await startWith(['index', 'company'], { SERVICE_JWT_SECRET_PREVIOUS: next });
  const accepted = { status: 200, data: 'service:campaigns' };
  expect(await ask('/index/caller', tokenOf('campaigns', 'index'))).toEqual(accepted);
  expect(await ask('/index/caller', tokenOf('campaigns', 'index', next))).toEqual(accepted);
  expect((await ask('/company/caller', tokenOf('campaigns', 'index'))).status).toBe(401);
  for (const name of ['X-Forwarded-For', 'Forwarded', 'Via'])
    expect((await ask('/index/caller', tokenOf('campaigns', 'index'), { [name]: '203.0.113.7' })).status).toBe(401);
  expect((await ask('/index/caller', caller, { 'X-Forwarded-For': '203.0.113.7' })).status).toBe(200);
  expect(await ask('/company/other', caller)).toMatchObject({ data: { body: { data: 'service:company' } } });
});

it('refuses service tokens from outside where all services run in one process and call each other', async () => {
  await startWith(Object.keys(services) as ServiceName[]);
  expect((await ask('/index/caller', tokenOf('campaigns', 'index'))).status).toBe(401);
  for (const name of ['campaigns', 'index'])
    expect(await ask(`/${name}/other`, caller)).toMatchObject({
      data: { status: 200, body: { data: `service:${name}` } },
    });
});

it('shares the secret with other processes when one of the services runs elsewhere', async () => {
  await startWith(Object.keys(services) as ServiceName[], { COMPANY_URL: 'http://127.0.0.1:1' });
  expect((await ask('/index/caller', tokenOf('campaigns', 'index'))).status).toBe(200);
});

describe('settings of tokens', () => {
  const read = (env: Env) =>
    readSettings([], { NODE_ENV: 'production', MONGO_URL: 'mongodb://db', AMQP_URL: 'amqp://mq', ...env }, 8080);
  const keys = { AUTH_JWT_SECRET: secret, SERVICE_JWT_SECRET: ofServices };
  const withJwks = (url: string) => () => read({ SERVICE_JWT_SECRET: ofServices, AUTH_JWKS_URL: url });

  it('must not let callers sign for services', () => {
    expect(() => read(keys)).not.toThrow();
    expect(() => read({ ...keys, SERVICE_JWT_SECRET: secret })).toThrow(
      /^SERVICE_JWT_SECRET must differ from AUTH_JWT_/,
    );
    expect(() => read({ ...keys, SERVICE_JWT_SECRET_PREVIOUS: secret })).toThrow(/^SERVICE_JWT_SECRET_PREVIOUS must/);
    expect(() => read({ ...keys, NODE_ENV: 'development', SERVICE_JWT_SECRET: secret })).toThrow(/^SERVICE_JWT_SECRET/);
  });

  it.each([
    'https://login.example/keys',
    'http://localhost:9/',
    'http://127.0.0.1:9/',
    'http://[::1]:9/',
    'http://keycloak:8080/keys',
  ])('take keys from %s', (url) => expect(withJwks(url)).not.toThrow());
  it.each([
    'http://login.example/keys',
    'http://10.0.0.7/keys',
    'http://[fd00::7]/keys',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
  ])('do not take keys over an open line in production: %s', (url) => {
    expect(withJwks(url)).toThrow(/^AUTH_JWKS_URL: https is required in production/);
    expect(() => read({ ...keys, NODE_ENV: 'development', AUTH_JWKS_URL: url })).not.toThrow();
  });
  it('name an address with a password, and a key that is none or too weak', () => {
    expect(withJwks('https://a:b@login.example/')).toThrow(/^AUTH_JWKS_URL: an address with a user or password/);
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'pem' });
    for (const AUTH_PUBLIC_KEY of ['x', weak as string])
      expect(() => read({ ...keys, AUTH_PUBLIC_KEY })).toThrow(/^AUTH_PUBLIC_KEY: not the PEM of/);
  });
});
