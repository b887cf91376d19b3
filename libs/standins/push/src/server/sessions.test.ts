import { mkdtempSync, rmSync } from 'node:fs';
import type { ClientHttp2Session } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bearer, openClient, post, providerToken, sendApns, sendFcm } from '../push-client.fixture';
import { startPush, type Push } from '../start-push';

const off = {
  latencyMs: 0,
  jitterMs: 0,
  goawayAfter: 0,
  closeAfter: 0,
  hangRate: 0,
  closeRate: 0,
  rate429: 0,
  rate503: 0,
};
const apnsHeaders = { authorization: providerToken(), 'apns-topic': 'a.b' };
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

describe('sessions with the simulators', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sessions-'));
  let push: Push;
  let client: ClientHttp2Session;

  beforeAll(async () => (push = await startPush({ port: 0, dataDir })));
  beforeEach(() => {
    push.reset();
    push.script({ ...off, seed: 1 });
    client = openClient(push.apnsUrl, push.ca);
  });
  afterEach(() => client.destroy());
  afterAll(async () => {
    await push.stop();
    rmSync(dataDir, { recursive: true });
  });

  it('end with a GOAWAY that names the last stream they process', async () => {
    push.script({ goawayAfter: 20, latencyMs: 20 });
    const goaways: [number, number, string][] = [];
    client.on('goaway', (code, last, data?: Buffer) => goaways.push([code, last, String(data)]));
    const closed = new Promise((resolve) => client.on('close', resolve));
    const replies = await Promise.all(times(60, (index) => sendApns(client, `device-${index}`)));
    await closed;
    // Stream ids of a client are odd: 1, 3, 5, …
    expect(goaways[0]).toEqual([0, 39, '{"reason":"Shutdown"}']);
    expect(replies.map(({ status }) => status)).toEqual([...times(20, () => 200), ...times(40, () => 0)]);
    expect(replies.slice(20).every(({ error }) => error !== undefined && error !== 'timeout')).toBe(true);
    expect(Object.keys(push.counts()).sort()).toEqual(times(20, (index) => `device-${index}`).sort());
  });

  it('do not affect the next session after a GOAWAY', async () => {
    push.script({ goawayAfter: 1 });
    expect((await sendApns(client, 'device')).status).toBe(200);
    const next = openClient(push.apnsUrl, push.ca);
    expect((await sendApns(next, 'device')).status).toBe(200);
    expect(push.counts()).toEqual({ device: 2 });
  });

  it('leave hanging requests unanswered while others are answered', async () => {
    const hanging = post(client, '/3/device/hang-1', apnsHeaders, '{"aps":{}}', 200);
    expect((await sendApns(client, 'device')).status).toBe(200);
    expect(await hanging).toMatchObject({ status: 0, error: 'timeout' });
    push.script({ hangRate: 1 });
    expect(await post(client, '/3/device/device', apnsHeaders, '{"aps":{}}', 200)).toMatchObject({ status: 0 });
    push.script({ hangRate: 0 });
    const fcm = openClient(push.fcmUrl, push.ca);
    const body = JSON.stringify({ message: { token: 'hang-2' } });
    expect(await post(fcm, '/v1/projects/p/messages:send', bearer, body, 200)).toMatchObject({ error: 'timeout' });
    fcm.destroy();
    expect(push.counts()).toEqual({ device: 1 });
  });

  it('survive hundreds of cancelled streams', async () => {
    const given = times(800, (index) => post(client, `/3/device/hang-${index}`, apnsHeaders, '{"aps":{}}', 300));
    expect((await Promise.all(given)).every(({ status }) => status === 0)).toBe(true);
    expect((await sendApns(client, 'device')).status).toBe(200);
  });

  it('answer after the latency of the script', async () => {
    push.script({ latencyMs: 100, jitterMs: 50 });
    await sendApns(client, 'first');
    const begin = Date.now();
    const ends = await Promise.all(times(20, (index) => sendApns(client, `${index}`).then(() => Date.now() - begin)));
    expect(Math.min(...ends)).toBeGreaterThanOrEqual(99);
    expect(Math.max(...ends)).toBeLessThan(5_000);
    expect(new Set(ends).size).toBeGreaterThan(1);
  });

  it('are closed in the middle: the message is accepted but not answered', async () => {
    push.script({ closeAfter: 3, latencyMs: 10 });
    const replies = await Promise.all(times(5, (index) => sendApns(client, `device-${index}`)));
    expect(replies.at(2)?.status).toBe(0);
    expect(push.counts()).toMatchObject({ 'device-2': 1 });
    push.script({ closeAfter: 0, closeRate: 1 });
    const fcm = openClient(push.fcmUrl, push.ca);
    expect((await sendFcm(fcm, 'device')).status).toBe(0);
    expect(push.counts()).toMatchObject({ device: 1 });
  });

  it('give the same answers for the same seed', async () => {
    push.script({ rate429: 0.2, rate503: 0.3 });
    const run = async (seed: number) => {
      push.script({ seed });
      const statuses: number[] = [];
      for (const index of times(60, (index) => index)) statuses.push((await sendApns(client, `${index}`)).status);
      return statuses.join(' ');
    };
    const first = await run(5);
    expect(await run(5)).toBe(first);
    expect(await run(6)).not.toBe(first);
    for (const status of [200, 429, 503]) expect(first).toContain(String(status));
  });
});
