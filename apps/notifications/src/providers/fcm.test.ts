import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPush, type Push, type PushScript } from '@herald/embedded/push';
import { http2Pool, type Http2Pool } from '@herald/http2-client';
import { freePort } from '@herald/testing';
import { fcmProvider } from './fcm';
import type { Outcome, Push as Message, PushProvider } from './provider';
import { withBackoff } from './with-backoff';

let dataDir: string;
let simulators: Push;
let pool: Http2Pool;
beforeAll(async () => (dataDir = await mkdtemp(join(tmpdir(), 'herald-push-'))));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
afterEach(async () => {
  await simulators?.stop();
  await pool?.close();
});

async function open(script: PushScript = {}, timeoutMs = 1_000): Promise<PushProvider> {
  simulators = await startPush({ port: 0, dataDir, script });
  pool = http2Pool({ url: simulators.fcmUrl, ca: await readFile(simulators.ca, 'utf8'), connections: 2, timeoutMs });
  return fcmProvider({ pool, projectId: 'p', accessToken: async () => 'a token' });
}

const message = (token: string): Message => ({
  token,
  notificationUuid: '00000000-0000-5000-8000-000000000001',
  body: '{"data":{"a":"b"}}',
  priority: 'high',
  bundleId: 'com.acme.wallet',
});
const sendAll = (provider: PushProvider, count: number, name = 'token') =>
  Promise.all(Array.from({ length: count }, (_, at) => provider.send(message(`${name}-${at}`))));
const kinds = (outcomes: Outcome[]) =>
  outcomes.reduce<Record<string, number>>(
    (counts, { kind }) => ({ ...counts, [kind]: (counts[kind] ?? 0) + 1 }),
    Object.create(null),
  );

it('sends many at once over few connections, each once', async () => {
  const outcomes = await sendAll(await open(), 2_000);
  expect(kinds(outcomes)).toEqual({ sent: 2_000 });
  expect(simulators.totals()).toMatchObject({ accepted: 2_000, tokens: 2_000, repeated: 0 });
});

it('loses and repeats none when connections say goodbye', async () => {
  const outcomes = await sendAll(await open({ goawayAfter: 150 }), 2_000);
  expect(kinds(outcomes)).toEqual({ sent: 2_000 });
  expect(simulators.totals()).toMatchObject({ tokens: 2_000, repeated: 0 });
});

it('says that it does not know where a connection is cut before the answer', async () => {
  const outcomes = await sendAll(await open({ closeAfter: 400 }), 1_000);
  const { sent = 0, unknown = 0, ...others } = kinds(outcomes);
  expect([sent + unknown, others]).toEqual([1_000, {}]);
  expect(unknown).toBeGreaterThan(0);
  // What it knows is true: whoever is called sent has arrived.
  const counts = simulators.counts();
  for (const [at, { kind }] of outcomes.entries()) if (kind === 'sent') expect(counts[`token-${at}`]).toBe(1);
});

it('gives up on who does not answer, and goes on with the others', async () => {
  const provider = await open();
  const [silent, fine] = await Promise.all([sendAll(provider, 20, 'hang'), sendAll(provider, 200)]);
  expect(kinds(silent)).toEqual({ unknown: 20 });
  expect(kinds(fine)).toEqual({ sent: 200 });
  expect(kinds(await sendAll(provider, 200))).toEqual({ sent: 200 });
});

it('waits for a provider that is not there, and finds it when it comes', async () => {
  const port = await freePort();
  pool = http2Pool({ url: `https://127.0.0.1:${port}`, timeoutMs: 1_000 });
  const provider = fcmProvider({ pool, projectId: 'p', accessToken: async () => 'a token' });
  expect(await provider.send(message('token'))).toEqual({ kind: 'busy', answer: 'No connection: ECONNREFUSED' });
  simulators = await startPush({ port, apnsPort: 0, controlPort: 0, dataDir });
  pool = http2Pool({ url: simulators.fcmUrl, ca: await readFile(simulators.ca, 'utf8') });
  const trusted = fcmProvider({ pool, projectId: 'p', accessToken: async () => 'a token' });
  expect(await trusted.send(message('token'))).toMatchObject({ kind: 'sent' });
});

it.each([
  ['unregistered-1', 'gone', /^UNREGISTERED: /],
  ['invalid-1', 'refused', /^INVALID_ARGUMENT: /],
  ['quota-1', 'busy', /QUOTA_EXCEEDED|RESOURCE_EXHAUSTED/],
  ['unavailable-1', 'busy', /^UNAVAILABLE: /],
])('calls what FCM says of %s %s', async (token, kind, answer) => {
  const provider = await open({ retryAfterSeconds: 9 });
  const outcome = await provider.send(message(token));
  expect(outcome).toMatchObject({ kind, answer: expect.stringMatching(answer) });
  if (kind === 'busy') expect(outcome).toMatchObject({ retryAfterSeconds: 9 });
});

it('leaves a provider alone that has no time for anybody, until the time it asks for', async () => {
  let now = 0;
  let asked = 0;
  let outcome: Outcome = { kind: 'busy', answer: 'QUOTA_EXCEEDED', retryAfterSeconds: 30 };
  const send = async () => {
    asked++;
    return outcome;
  };
  const provider = withBackoff({ name: 'fcm', send, close: async () => {} }, () => now);
  for (let at = 0; at < 25; at++) await provider.send(message('x'));
  expect(asked).toBe(20);
  now = 29_000;
  const resting = { kind: 'busy', answer: 'QUOTA_EXCEEDED', retryAfterSeconds: 1, resting: true };
  expect(await provider.send(message('x'))).toEqual(resting);
  now = 31_000;
  outcome = { kind: 'sent', name: 'n' };
  expect(await provider.send(message('x'))).toEqual(outcome);
  outcome = { kind: 'busy', answer: 'QUOTA_EXCEEDED' };
  for (let at = 0; at < 19; at++) await provider.send(message('x'));
  expect(asked).toBe(40);
});

it('pauses a provider by the monotonic clock', async () => {
  const busy: Outcome = { kind: 'busy', answer: 'QUOTA_EXCEEDED', retryAfterSeconds: 1 };
  const provider = withBackoff({ name: 'fcm', send: async () => busy, close: async () => {} });
  for (let at = 0; at < 20; at++) await provider.send(message('x'));
  const set = Date.now() - 3_600_000;
  jest.spyOn(Date, 'now').mockImplementation(() => set);
  try {
    expect(await provider.send(message('x'))).toMatchObject({ resting: true, retryAfterSeconds: 1 });
  } finally {
    jest.restoreAllMocks();
  }
});
