import { mkdtempSync, rmSync } from 'node:fs';
import type { ClientHttp2Session } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClient, post, providerToken, sendApns, type Reply } from '../push-client.fixture';
import { startPush, type Push } from '../start-push';

const uuid = /^[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}$/;
const told = ({ status, json }: Reply) => `${status} ${String(json.reason)}`;

describe('the simulator of APNs', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'apns-'));
  const warnings: string[] = [];
  let push: Push;
  let client: ClientHttp2Session;

  beforeAll(async () => {
    push = await startPush({ port: 0, dataDir, warn: (line) => warnings.push(line) });
    client = openClient(push.apnsUrl, push.ca);
  });
  beforeEach(() => push.reset());
  afterAll(async () => {
    client.close();
    await push.stop();
    rmSync(dataDir, { recursive: true });
  });

  it('accepts a notification with an empty answer and records it', async () => {
    const id = '123E4567-E89B-12D3-A456-4266554400A0';
    const reply = await sendApns(client, 'device', { 'apns-id': id, 'apns-collapse-id': 'c', 'apns-priority': '5' });
    expect(reply).toMatchObject({ status: 200, text: '', headers: { 'apns-id': id } });
    const made = await sendApns(client, 'device');
    expect(made.headers['apns-id']).toMatch(uuid);
    expect(push.messages('device')).toEqual([
      expect.objectContaining({ id: made.headers['apns-id'] }),
      {
        provider: 'apns',
        token: 'device',
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        id,
        payload: { aps: { alert: 'Hello' } },
        headers: {
          'apns-topic': 'org.herald.app',
          'apns-push-type': 'alert',
          'apns-collapse-id': 'c',
          'apns-priority': '5',
        },
      },
    ]);
  });

  it('decides by the prefix of the token', async () => {
    const gone = await sendApns(client, 'unregistered-1');
    expect(told(gone)).toBe('410 Unregistered');
    expect(Math.abs(Number(gone.json.timestamp) - Date.now())).toBeLessThan(5_000);
    expect(gone.headers['apns-id']).toMatch(uuid);
    expect(told(await sendApns(client, 'invalid-1'))).toBe('400 BadDeviceToken');
    expect(told(await sendApns(client, 'quota-1'))).toBe('429 TooManyRequests');
    expect(told(await sendApns(client, 'unavailable-1'))).toBe('503 ServiceUnavailable');
    expect(told(await sendApns(client, 'flaky-1'))).toBe('503 ServiceUnavailable');
    expect(told(await sendApns(client, 'flaky-1'))).toBe('410 Unregistered');
    expect((await sendApns(client, 'quota-1')).status).toBe(200);
    expect((await sendApns(client, 'unavailable-1')).status).toBe(200);
    expect(push.counts()).toEqual({ 'quota-1': 1, 'unavailable-1': 1 });
    push.script({ rate500: 1 });
    expect(told(await sendApns(client, 'device'))).toBe('500 InternalServerError');
    push.script({ rate500: 0 });
  });

  it.each([
    [{ 'apns-topic': undefined }, '400 MissingTopic'],
    [{ 'apns-topic': 'a topic' }, '400 BadTopic'],
    [{ 'apns-id': 'one' }, '400 BadMessageId'],
    [{ 'apns-priority': '7' }, '400 BadPriority'],
    [{ 'apns-expiration': 'tomorrow' }, '400 BadExpirationDate'],
    [{ 'apns-collapse-id': 'x'.repeat(65) }, '400 BadCollapseId'],
    [{ 'apns-push-type': 'loud' }, '400 InvalidPushType'],
    [{ authorization: undefined }, '403 MissingProviderToken'],
    [{ authorization: 'bearer x.y.z' }, '403 InvalidProviderToken'],
    [{ authorization: providerToken({ alg: 'HS256' }) }, '403 InvalidProviderToken'],
    [{ authorization: providerToken({ kid: undefined }) }, '403 InvalidProviderToken'],
    [{ authorization: providerToken({}, { iss: undefined }) }, '403 InvalidProviderToken'],
    [{ authorization: providerToken({}, { iat: Date.now() }) }, '403 InvalidProviderToken'],
    [{ authorization: providerToken({}, { iat: Math.floor(Date.now() / 1_000) - 3_700 }) }, '403 ExpiredProviderToken'],
  ])('rejects %j', async (headers, answer) => {
    expect(told(await sendApns(client, 'device', headers))).toBe(answer);
    expect(push.messages()).toEqual([]);
  });

  it('rejects empty payloads, other paths and requests without a token', async () => {
    for (const body of ['', '{', '[1]', '{}', '"x"', 'null']) {
      expect(told(await sendApns(client, 'device', {}, body))).toBe('400 PayloadEmpty');
    }
    expect(told(await sendApns(client, ''))).toBe('400 MissingDeviceToken');
    expect(told(await post(client, '/2/device/x', {}, '{}'))).toBe('404 BadPath');
    expect(told(await post(client, '/3/device/x', { ':method': 'PUT' }, '{}'))).toBe('405 MethodNotAllowed');
  });

  it('accepts up to 4,096 bytes, and 5,120 for voip', async () => {
    const bytes = (size: number) => JSON.stringify({ a: 'x'.repeat(size - '{"a":""}'.length) });
    const voip = { 'apns-push-type': 'voip' };
    expect((await sendApns(client, 'device', {}, bytes(4_096))).status).toBe(200);
    expect(told(await sendApns(client, 'device', {}, bytes(4_097)))).toBe('413 PayloadTooLarge');
    expect((await sendApns(client, 'device', voip, bytes(5_120))).status).toBe(200);
    expect(told(await sendApns(client, 'device', voip, bytes(5_121)))).toBe('413 PayloadTooLarge');
  });

  it('warns of early provider token changes, and rejects them with refuseTokenUpdates', async () => {
    const own = openClient(push.apnsUrl, push.ca);
    const [first, second, third] = ['A', 'B', 'C'].map((kid) => ({ authorization: providerToken({ kid }) }));
    warnings.length = 0;
    expect((await sendApns(own, 'device', first)).status).toBe(200);
    expect((await sendApns(own, 'device', first)).status).toBe(200);
    expect(warnings).toEqual([]);
    expect((await sendApns(own, 'device', second)).status).toBe(200);
    expect(warnings).toHaveLength(1);
    push.script({ refuseTokenUpdates: true });
    expect(told(await sendApns(own, 'device', third))).toBe('429 TooManyProviderTokenUpdates');
    expect((await sendApns(own, 'device', second)).status).toBe(200);
    push.script({ refuseTokenUpdates: false });
    own.close();
  });
});
