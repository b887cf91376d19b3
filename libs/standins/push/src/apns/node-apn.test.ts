import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Notification, Provider } from '@parse/node-apn';
import { apnsKey } from '../push-client.fixture';
import { startPush, type Push } from '../start-push';

describe('node-apn with the simulator of APNs', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'node-apn-'));
  let push: Push;
  let ca: string;
  let provider: Provider;

  const note = () =>
    Object.assign(new Notification(), {
      alert: 'Hello',
      topic: 'org.herald.app',
      pushType: 'alert',
      collapseId: 'c-1',
    });

  function createProvider(ca: string | undefined, requestTimeout = 60_000): Provider {
    const { hostname: address, port } = new URL(push.apnsUrl);
    const token = { key: apnsKey, keyId: 'KEY1234567', teamId: 'TEAM123456' };
    const more = { maxSessionMemory: 256, requestTimeout, connectionRetryLimit: 1 };
    return new Provider({ token, address, port: Number(port), ca: ca ? [ca] : undefined, production: false, ...more });
  }

  beforeAll(async () => {
    push = await startPush({ port: 0, dataDir, script: { latencyMs: 1 } });
    ca = readFileSync(push.ca, 'utf8');
    provider = createProvider(ca);
  });
  afterEach(() => push.reset());
  afterAll(async () => {
    await provider.shutdown();
    await push.stop();
    rmSync(dataDir, { recursive: true });
  });

  it('delivers a notification with its headers', async () => {
    const tokens = Array.from({ length: 500 }, (_, index) => `device-${index}`);
    const { sent, failed } = await provider.send(note(), tokens);
    expect([sent.length, failed]).toEqual([500, []]);
    expect(push.totals()).toMatchObject({ accepted: 500, tokens: 500 });
    const [message] = push.messages('device-7');
    expect(message).toMatchObject({ payload: { aps: { alert: 'Hello' } } });
    expect(message?.headers).toMatchObject({ 'apns-topic': 'org.herald.app', 'apns-collapse-id': 'c-1' });
  });

  it('receives the reason of a failure', async () => {
    const { sent, failed } = await provider.send(note(), ['unregistered-1', 'invalid-1', 'device']);
    expect(sent).toMatchObject([{ device: 'device' }]);
    const byDevice = Object.fromEntries(failed.map((failure) => [failure.device, failure]));
    expect(byDevice['unregistered-1']).toMatchObject({ status: 410, response: { reason: 'Unregistered' } });
    expect(byDevice['invalid-1']).toMatchObject({ status: 400, response: { reason: 'BadDeviceToken' } });
    expect(push.counts()).toEqual({ device: 1 });
  });

  it('gives up a request that gets no answer', async () => {
    const impatient = createProvider(ca, 1_000);
    const { failed } = await impatient.send(note(), 'hang-1');
    expect(failed[0]?.error?.message).toContain('timeout');
    await impatient.shutdown();
  });

  it('delivers after its own retries of a 429 and a 503', async () => {
    const { sent } = await provider.send(note(), ['quota-1', 'unavailable-1']);
    expect(sent).toHaveLength(2);
    expect(push.counts()).toEqual({ 'quota-1': 1, 'unavailable-1': 1 });
  });

  it('opens a new session after a GOAWAY', async () => {
    push.script({ goawayAfter: 2 });
    for (const token of ['a', 'b', 'c', 'd', 'e']) await provider.send(note(), token);
    push.script({ goawayAfter: 0 });
    const { sent } = await provider.send(note(), 'f');
    expect(sent).toMatchObject([{ device: 'f' }]);
    expect(push.totals().accepted).toBeGreaterThanOrEqual(4);
  });

  it('cannot connect without the CA', async () => {
    const stranger = createProvider(undefined);
    const { sent, failed } = await stranger.send(note(), 'device');
    expect([sent, failed.length]).toEqual([[], 1]);
    expect(push.counts()).toEqual({});
    await stranger.shutdown();
  });
});
