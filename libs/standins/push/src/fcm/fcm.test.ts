import { createSign, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ClientHttp2Session } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bearer, openClient, post, sendFcm, type Reply } from '../push-client.fixture';
import { startPush, type Push } from '../start-push';

/** The error code that Google's client libraries read: FCM's, otherwise the status. */
function errorCode({ json }: Reply): string {
  const error = json.error as { code: number; status: string; message: string; details?: Record<string, string>[] };
  expect(typeof error.message).toBe('string');
  const ofFcm = error.details?.find(({ '@type': type }) => type?.endsWith('google.firebase.fcm.v1.FcmError'));
  return `${error.code} ${error.status} ${ofFcm?.errorCode ?? ''}`.trim();
}

describe('the simulator of FCM', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fcm-'));
  const path = '/v1/projects/demo/messages:send';
  let push: Push;
  let client: ClientHttp2Session;

  beforeAll(async () => {
    push = await startPush({ port: 0, dataDir, script: { retryAfterSeconds: 7 } });
    client = openClient(push.fcmUrl, push.ca);
  });
  beforeEach(() => push.reset());
  afterAll(async () => {
    client.close();
    await push.stop();
    rmSync(dataDir, { recursive: true });
  });

  const invalid = '400 INVALID_ARGUMENT INVALID_ARGUMENT';

  it('accepts a message, returns its name and records it', async () => {
    const data = { campaign: '1' };
    const first = await sendFcm(client, 'device', { data, android: { priority: 'HIGH', ttl: '3.5s' } });
    const second = await sendFcm(client, 'device');
    expect(first).toMatchObject({
      status: 200,
      json: { name: expect.stringMatching(/^projects\/demo\/messages\/0:\d+$/) },
    });
    expect(first.json.name).not.toBe(second.json.name);
    const [newest, oldest] = push.messages('device');
    expect(newest?.id).toBe(second.json.name);
    expect(oldest).toMatchObject({ provider: 'fcm', token: 'device', payload: { token: 'device', data } });
    expect(push.counts()).toEqual({ device: 2 });
    expect(push.messages('other')).toEqual([]);
  });

  it('validates without recording with validate_only', async () => {
    const body = (token: unknown) => JSON.stringify({ validate_only: true, message: { token } });
    expect(await post(client, path, bearer, body('device'))).toMatchObject({ status: 200 });
    expect(errorCode(await post(client, path, bearer, body(1)))).toBe(invalid);
    expect(push.messages()).toEqual([]);
  });

  it('decides by the prefix of the token', async () => {
    expect(errorCode(await sendFcm(client, 'unregistered-1'))).toBe('404 NOT_FOUND UNREGISTERED');
    expect(errorCode(await sendFcm(client, 'invalid-1'))).toBe(invalid);
    const quota = await sendFcm(client, 'quota-1');
    expect(errorCode(quota)).toBe('429 RESOURCE_EXHAUSTED QUOTA_EXCEEDED');
    expect(quota.headers['retry-after']).toBe('7');
    const unavailable = await sendFcm(client, 'unavailable-1');
    expect(errorCode(unavailable)).toBe('503 UNAVAILABLE UNAVAILABLE');
    expect(unavailable.headers['retry-after']).toBe('7');
    expect(errorCode(await sendFcm(client, 'flaky-1'))).toBe('503 UNAVAILABLE UNAVAILABLE');
    expect(errorCode(await sendFcm(client, 'flaky-1'))).toBe('404 NOT_FOUND UNREGISTERED');
    expect(push.counts()).toEqual({});
    expect((await sendFcm(client, 'quota-1')).status).toBe(200);
    expect((await sendFcm(client, 'unavailable-1')).status).toBe(200);
    expect(push.counts()).toEqual({ 'quota-1': 1, 'unavailable-1': 1 });
    push.reset();
    expect((await sendFcm(client, 'quota-1')).status).toBe(429);
  });

  it('answers at random by the rates of the script', async () => {
    push.script({ rate500: 1 });
    expect(errorCode(await sendFcm(client, 'device'))).toBe('500 INTERNAL INTERNAL');
    push.script({ rate500: 0, rate429: 1, retryAfterSeconds: 0 });
    const reply = await sendFcm(client, 'device');
    expect(errorCode(reply)).toContain('QUOTA_EXCEEDED');
    expect(reply.headers['retry-after']).toBeUndefined();
    push.script({ rate429: 0, retryAfterSeconds: 7 });
  });

  it('requires a credential and a known path', async () => {
    const body = JSON.stringify({ message: { token: 'device' } });
    const { authorization: _, ...none } = bearer;
    expect(errorCode(await post(client, path, none, body))).toBe('401 UNAUTHENTICATED');
    expect(errorCode(await post(client, path, { authorization: 'Basic x' }, body))).toBe('401 UNAUTHENTICATED');
    expect(errorCode(await post(client, '/v1/projects/demo/messages', bearer, body))).toBe('404 NOT_FOUND');
    expect(push.messages()).toEqual([]);
  });

  it.each([
    ['{', 'Invalid JSON'],
    ['[]', 'Invalid JSON'],
    ['{}', 'not set'],
    ['{"message":{}}', 'Recipient'],
    ['{"message":{"token":""}}', 'Recipient'],
    ['{"message":{"token":"x"},"dry":true}', 'Unknown name "dry"'],
    ['{"message":{"token":"x","topic":"y"}}', 'Only one'],
    ['{"message":{"token":"x","notificaton":{}}}', 'Unknown name "notificaton" at \'message\''],
    ['{"message":{"token":"x","notification":{"title":1}}}', 'message.notification.title'],
    ['{"message":{"token":"x","notification":{"text":"y"}}}', 'Unknown name "text"'],
    ['{"message":{"token":"x","data":{"a":1}}}', 'message.data'],
    ['{"message":{"token":"x","data":["a"]}}', 'message.data'],
    ['{"message":{"token":"x","data":{"from":"a"}}}', 'Invalid data payload key: from'],
    ['{"message":{"token":"x","data":{"gcm.x":"a"}}}', 'Invalid data payload key'],
    ['{"message":{"token":"x","android":{"ttl":5}}}', 'ttl'],
    ['{"message":{"token":"x","android":{"priority":"urgent"}}}', 'priority'],
    ['{"message":{"token":"x","android":{"collapse":"y"}}}', 'Unknown name "collapse"'],
    ['{"message":{"token":"x","apns":{"payload":"y"}}}', 'message.apns.payload'],
    ['{"message":{"token":"x","apns":{"headers":{"apns-priority":10}}}}', 'message.apns.headers'],
  ])('rejects %s', async (body, message) => {
    const reply = await post(client, path, bearer, body);
    expect(errorCode(reply)).toBe(invalid);
    expect(reply.text.replaceAll('\\"', '"')).toContain(message);
    expect(push.messages()).toEqual([]);
  });

  it('accepts up to 4,096 bytes of keys and values', async () => {
    const notification = { title: 'ä' };
    const bytes = (size: number) => ({ notification, data: { key: 'x'.repeat(size - 'titleäkey'.length - 1) } });
    expect((await sendFcm(client, 'device', bytes(4_096))).status).toBe(200);
    const reply = await sendFcm(client, 'device', bytes(4_097));
    expect(errorCode(reply)).toBe(invalid);
    expect(reply.text).toContain('too big');
    const payload = (size: number) => ({ apns: { payload: { a: 'x'.repeat(size - '{"a":""}'.length) } } });
    expect((await sendFcm(client, 'device', payload(4_096))).status).toBe(200);
    expect(errorCode(await sendFcm(client, 'device', payload(4_097)))).toBe(invalid);
  });

  function overHttp1(target: string, headers: Record<string, string>, body: string): Promise<[number, string]> {
    return new Promise((resolve, reject) => {
      const call = request(push.fcmUrl + target, { method: 'POST', headers, ca: readFileSync(push.ca) }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve([response.statusCode ?? 0, text]));
      });
      call.on('error', reject).end(body);
    });
  }

  it('also serves HTTP/1.1', async () => {
    const body = JSON.stringify({ message: { token: 'device' } });
    expect(await overHttp1(path, bearer, body)).toEqual([200, expect.stringContaining('projects/demo/messages/')]);
    expect((await overHttp1(path, bearer, '{}'))[0]).toBe(400);
    push.script({ closeRate: 1, latencyMs: 5 });
    await expect(overHttp1(path, bearer, body)).rejects.toThrow('socket hang up');
    push.script({ closeRate: 0, latencyMs: 0 });
    expect(push.counts()).toEqual({ device: 2 });
  });

  it('issues access tokens to service accounts', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const now = Math.floor(Date.now() / 1_000);
    const sentFor = async (claims: object, alg = 'RS256') => {
      const all = { iss: 'a@x.iam', aud: 'https://x/token', scope: 's', iat: now, exp: now + 3_600, ...claims };
      const text = [{ alg }, all].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
      const assertion = `${text}.${createSign('sha256').update(text).sign(privateKey, 'base64url')}`;
      const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
      const [status, answer] = await overHttp1('/token', {}, form.toString());
      return { status, ...(JSON.parse(answer) as Record<string, unknown>) };
    };
    expect(await sentFor({})).toEqual({
      status: 200,
      access_token: expect.stringMatching(/^ya29\./),
      expires_in: 3_599,
      token_type: 'Bearer',
    });
    for (const claims of [
      { iss: '' },
      { scope: undefined },
      { exp: now + 4_000 },
      { iat: now - 9_000, exp: now - 6_000 },
    ]) {
      expect(await sentFor(claims)).toMatchObject({ status: 400, error: 'invalid_grant' });
    }
    expect(await sentFor({}, 'none')).toMatchObject({ error: 'invalid_grant' });
    expect((await overHttp1('/token', {}, 'grant_type=password'))[1]).toContain('unsupported_grant_type');
  });
});
