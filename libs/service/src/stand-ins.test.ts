import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signToken } from '@herald/auth';
import { named, number, object, optional, string } from '@herald/contracts';
import { ok, route } from '@herald/http';
import { defineService } from './define-service';
import type { Env } from './settings';
import { StartError } from './start-error';
import { start, type Started } from './start';

const secret = 'a secret for tests that is long enough';
const names = [
  ...['FCM_URL', 'FCM_PROJECT_ID', 'FCM_ACCESS_TOKEN', 'FCM_CREDENTIALS'],
  ...['APNS_URL', 'APNS_KEY', 'APNS_KEY_ID', 'APNS_TEAM_ID', 'PUSH_CA'],
] as const;
type PushSettings = Partial<Record<(typeof names)[number], string>>;

/** Sends a push as any client of FCM would; it knows its settings and nothing of stand-ins. */
async function push({ FCM_URL, FCM_PROJECT_ID, FCM_ACCESS_TOKEN, PUSH_CA }: PushSettings, token: string) {
  const headers = { authorization: `Bearer ${FCM_ACCESS_TOKEN}`, 'content-type': 'application/json' };
  const ca = await readFile(PUSH_CA!);
  const sent = request(`${FCM_URL}/v1/projects/${FCM_PROJECT_ID}/messages:send`, { method: 'POST', headers, ca });
  sent.end(JSON.stringify({ message: { token, data: { a: 'b' } } }));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

const pushing = route('GET /channels/push/:token', {
  summary: 'Push to a token',
  scope: 'channels:read',
  resource: 'Push',
  returns: ok(number()),
  errors: {},
  handle: ({ params: { token } }, settings: PushSettings) => push(settings, token),
});

/** A service whose dependencies are its settings, so that a test can see them. */
function pushService(seen: (settings: PushSettings) => void = () => {}) {
  return defineService<PushSettings, PushSettings>({
    name: 'channels',
    summary: 'Pushes',
    needs: ['push'],
    config: object(named(names, optional(string()))),
    routes: { pushing },
    deps({ settings }) {
      seen(settings);
      return settings;
    },
  });
}

let dataDir: string;
let started: Started | undefined;
beforeEach(async () => (dataDir = await mkdtemp(join(tmpdir(), 'herald-'))));
afterEach(async () => {
  await started?.stop();
  started = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

const envWith = (more: Env = {}): Env => ({
  NODE_ENV: 'test',
  PORT: '0',
  LOG_LEVEL: 'silent',
  NAMESPACE: `t${randomBytes(6).toString('hex')}`,
  MONGO_URL: process.env.MONGO_URL,
  AMQP_URL: process.env.AMQP_URL,
  DATA_DIR: dataDir,
  AUTH_JWT_SECRET: secret,
  SERVICE_JWT_SECRET: `${secret}, for services`,
  ...more,
});
async function settingsWith(more: Env): Promise<PushSettings> {
  let settings: PushSettings = {};
  started = await start([pushService((seen) => (settings = seen))], envWith(more), {
    develop: () => import('@herald/standins'),
  });
  return settings;
}
const authorization = `Bearer ${signToken(secret, { subject: 'tester', companies: '*', scope: '*', seconds: 60 })}`;
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${started!.url}${path}`, { headers: { authorization, ...headers } });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

describe('a service that needs push', () => {
  it('reaches simulators in development, which show received pushes to this machine', async () => {
    const settings = await settingsWith({ FCM_PROJECT_ID: 'mine', FCM_URL: undefined, APNS_KEY: '' });
    expect(settings).toMatchObject({ FCM_PROJECT_ID: 'mine', APNS_KEY: expect.stringContaining('PRIVATE KEY') });
    expect(started!.standIns).toMatchObject({ simulatesPush: true });
    for (const token of ['one', 'two', 'two', 'unregistered-1']) await get(`/channels/push/${token}`);
    const arrived = {
      provider: 'fcm',
      token: 'two',
      at: expect.any(String),
      payload: { token: 'two', data: { a: 'b' } },
    };
    const { body } = await get('/_dev/push/messages?token=two&limit=1');
    expect(body).toMatchObject({ total: 2, data: [arrived] });
    expect(body.data).toHaveLength(1);
    expect((await get('/_dev/push/messages')).body).toMatchObject({ total: 3, data: [{}, {}, { token: 'one' }] });
    expect((await get('/_dev/push/counts')).body).toEqual({ one: 1, two: 2 });
    expect((await get('/_dev/mail/messages')).body).toEqual({ total: 0, data: [] });
    for (const path of ['/_dev/push/messages', '/_dev/push/counts', '/_dev/mail/messages'])
      expect((await get(path, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404);
    expect((await get('/_dev/push/script')).status).toBe(404);
  });

  it.each([
    { FCM_URL: 'https://127.0.0.1:1' },
    { FCM_CREDENTIALS: '/somewhere.json' },
    { FCM_ACCESS_TOKEN: 'mine' },
    { APNS_KEY: 'mine' },
  ])('reaches what it is told to when %j is set', async (own) => {
    expect(await settingsWith(own)).toEqual(own);
    expect(started!.standIns).toBeUndefined();
    expect((await get('/_dev/push/messages')).status).toBe(404);
  });

  it('does not get the settings of other stand-ins that run', async () => {
    expect(await settingsWith({ AMQP_URL: undefined, FCM_ACCESS_TOKEN: 'mine' })).toEqual({ FCM_ACCESS_TOKEN: 'mine' });
    expect(started!.standIns).toMatchObject({ simulatesPush: false });
  });

  it('does not start without settings if the program has no stand-ins', async () => {
    const starting = start([pushService()], envWith({ MONGO_URL: '' }));
    await expect(starting).rejects.toThrow('MONGO_URL, FCM_URL: must be set, because this program has no stand-ins');
  });

  it('does not start on damaged data, and says which file it is', async () => {
    await settingsWith({ MONGO_URL: undefined });
    await started!.stop();
    started = undefined;
    const path = join(dataDir, 'mongo', 'mongo.journal');
    await truncate(path, 100);
    const failure = settingsWith({ MONGO_URL: undefined });
    await expect(failure).rejects.toBeInstanceOf(StartError);
    await expect(failure).rejects.toThrow(`DATA_DIR: ${path} is damaged: only 100 bytes are left of it; restore it`);
  });

  it('finds no simulators in production', async () => {
    expect(await settingsWith({ NODE_ENV: 'production', MIGRATE: 'at-start', HOST: '127.0.0.1' })).toEqual({});
    expect(started!.standIns).toBeUndefined();
  });
});
