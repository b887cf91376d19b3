import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClient, sendApns, sendFcm } from './push-client.fixture';
import { startPush, type Push } from './start-push';

describe('the simulators', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'push-'));
  let push: Push;

  beforeEach(async () => (push = await startPush({ port: 0, dataDir })));
  afterEach(() => push.stop());
  afterAll(() => rmSync(dataDir, { recursive: true }));

  const control = async (method: string, path: string, body?: string) => {
    const response = await fetch(`${push.controlUrl}/_dev/push${path}`, { method, body });
    const text = await response.text();
    return { status: response.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : undefined };
  };

  const sendBoth = async () => {
    const clients = [openClient(push.fcmUrl, push.ca), openClient(push.apnsUrl, push.ca)] as const;
    const replies = [await sendFcm(clients[0], 'android'), await sendApns(clients[1], 'iphone')];
    for (const client of clients) client.close();
    return replies.map(({ status }) => status);
  };

  it('keep their certificates after a restart on the same ports', async () => {
    const ca = readFileSync(push.ca, 'utf8');
    const port = Number(new URL(push.fcmUrl).port);
    const apnsPort = Number(new URL(push.apnsUrl).port);
    await push.stop();
    push = await startPush({ port, apnsPort, controlPort: 0, dataDir });
    expect(readFileSync(push.ca, 'utf8')).toBe(ca);
    expect(push.fcmUrl).toBe(`https://127.0.0.1:${port}`);
    expect(await sendBoth()).toEqual([200, 200]);
  });

  it('are refused by a client without the CA', async () => {
    for (const url of [push.fcmUrl, push.apnsUrl]) {
      const error = await new Promise((resolve) => connect(url).on('error', resolve));
      expect(error).toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    }
    expect(await sendBoth()).toEqual([200, 200]);
  });

  it('stop all servers if a port is in use', async () => {
    const port = Number(new URL(push.apnsUrl).port);
    const starting = startPush({ port: 0, apnsPort: port, dataDir });
    await expect(starting).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('stop while clients are connected and wait', async () => {
    const client = openClient(push.apnsUrl, push.ca);
    const waiting = sendApns(client, 'hang-1');
    await sendApns(client, 'device');
    await push.stop();
    expect((await waiting).status).toBe(0);
  });

  it('list the received messages', async () => {
    await sendBoth();
    const all = await control('GET', '/messages');
    expect(all).toMatchObject({ status: 200, body: { total: 2, data: [{ token: 'iphone' }, { token: 'android' }] } });
    expect(all.body?.data).toEqual(push.messages());
    expect((await control('GET', '/messages?limit=1')).body).toMatchObject({ total: 2, data: [{ token: 'iphone' }] });
    expect((await control('GET', '/messages?token=android')).body).toMatchObject({ total: 1 });
    expect((await control('GET', '/counts')).body).toEqual({ iphone: 1, android: 1 });
    const [last, first] = push.messages();
    const totals = { accepted: 2, tokens: 2, repeated: 0, uncounted: 0, first_at: first?.at, last_at: last?.at };
    expect((await control('GET', '/totals')).body).toEqual(totals);
    expect((await control('DELETE', '')).status).toBe(204);
    expect((await control('GET', '/messages')).body).toEqual({ total: 0, data: [] });
    expect((await control('GET', '/counts')).body).toEqual({});
    expect((await control('GET', '/nothing')).status).toBe(404);
  });

  it('write the complete counts of many tokens', async () => {
    const client = openClient(push.apnsUrl, push.ca);
    const token = (index: number) => `${'x'.repeat(100)}-${index}`;
    await Promise.all(Array.from({ length: 2_000 }, (_, index) => sendApns(client, token(index))));
    client.close();
    const { body = {} } = await control('GET', '/counts');
    expect(Object.keys(body)).toHaveLength(2_000);
    expect(body).toEqual(push.counts());
  });

  it('accept script changes over HTTP', async () => {
    const changed = await control('PUT', '/script', '{"rate503":1}');
    expect(changed).toMatchObject({ status: 200, body: { rate503: 1, rate429: 0 } });
    expect(await sendBoth()).toEqual([503, 503]);
    expect(await control('PUT', '/script', '{"rate":1}')).toEqual({ status: 400, body: { error: 'rate is unknown' } });
    expect((await control('PUT', '/script', '{')).status).toBe(400);
    expect((await control('GET', '/script')).body).toMatchObject({ rate503: 1 });
  });

  it('refuse requests with a host name other than loopback', async () => {
    const status = await new Promise((resolve, reject) => {
      const call = request(`${push.controlUrl}/_dev/push/messages`, { headers: { host: 'evil.example' } });
      call
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });
});
