import { proxyOf } from '@herald/fault-proxy';
import type { PushScript } from './transport.fixture';
import type { Outcome, ProviderName } from './provider';
import {
  bodyOf,
  countKinds,
  pushTo,
  sendMany,
  startTransport,
  timeoutMs,
  type TestedTransport,
} from './transport.fixture';

type Case = {
  transport: 'direct' | 'libraries';
  name: ProviderName;
  /** `busy` says how long to wait where the provider does. */
  knowsRetryAfter: boolean;
  /** Requests on a connection until GOAWAY, and the outcomes that it may lead to. */
  goAway: { after: number; kinds: Outcome['kind'][] };
  /** Outcomes while the server accepts TCP connections and stays silent, with more pushes than the open ones take. */
  silence: { pushes: number; kinds: Outcome['kind'][] };
};

/** One suite for each transport to each provider. Where a transport knows less than the others, its row says so. */
const cases: Case[] = [
  {
    ...{ transport: 'direct', name: 'fcm', knowsRetryAfter: true, goAway: { after: 150, kinds: ['sent'] } },
    silence: { pushes: 400, kinds: ['busy', 'unknown'] },
  },
  {
    ...{ transport: 'direct', name: 'apns', knowsRetryAfter: true, goAway: { after: 600, kinds: ['sent'] } },
    silence: { pushes: 1_200, kinds: ['busy', 'unknown'] },
  },
  {
    // HTTP/1.1 has no GOAWAY: nothing is refused.
    ...{ transport: 'libraries', name: 'fcm', knowsRetryAfter: true, goAway: { after: 150, kinds: ['sent', 'busy'] } },
    silence: { pushes: 40, kinds: ['busy', 'unknown'] },
  },
  {
    // node-apn drops Retry-After, does not send refused streams again, and can lose responses on a session that closes.
    ...{ transport: 'libraries', name: 'apns', knowsRetryAfter: false },
    goAway: { after: 600, kinds: ['sent', 'busy', 'unknown'] },
    silence: { pushes: 600, kinds: ['busy', 'unknown'] },
  },
];

describe.each(cases)('$transport transport to $name', (one) => {
  const { transport, name, knowsRetryAfter, goAway, silence } = one;
  let tested: TestedTransport;
  const start = async (script: PushScript = {}) => (tested = await startTransport(transport, script));
  const open = () => tested.open(name);
  afterEach(() => tested?.stop());
  afterEach(() => jest.restoreAllMocks());

  it('sends exactly the given message', async () => {
    await start();
    const provider = await open();
    const outcome = await provider.send(pushTo(name, 'a token/with?signs', { priority: 'normal' }));
    const simulators = tested.simulators();
    const token = name === 'fcm' ? 'a token/with?signs' : encodeURIComponent('a token/with?signs');
    const [arrived, ...others] = simulators.messages();
    expect(others).toEqual([]);
    expect(arrived).toMatchObject({ provider: name, token });
    expect(outcome).toEqual({ kind: 'sent', name: arrived!.id });
    const body = bodyOf(name);
    const whole = name === 'fcm' ? `{"token":${JSON.stringify(token)},${body.slice(1)}` : body;
    expect(JSON.stringify(arrived!.payload)).toBe(whole);
    if (name === 'fcm') return;
    const expiration = Number(arrived!.headers!['apns-expiration']);
    expect(expiration - Date.now() / 1000).toBeGreaterThan(28 * 86_400 - 60);
    expect([arrived!.id, arrived!.headers]).toEqual([
      '00000000-0000-5000-8000-000000000001',
      {
        ...{ 'apns-topic': 'com.acme.wallet', 'apns-push-type': 'alert', 'apns-priority': '5' },
        'apns-expiration': String(expiration),
        'apns-collapse-id': '00000000-0000-5000-8000-000000000001',
      },
    ]);
  });

  it('delivers nothing in a dry run', async () => {
    await start();
    const outcome = await (await open()).send(pushTo(name, 'token', { dryRun: true }));
    expect([outcome.kind, tested.simulators().totals().accepted]).toEqual(['sent', 0]);
  });

  it.each([
    ['unregistered-1', 'gone', { fcm: /^UNREGISTERED: /, apns: /^Unregistered$/ }],
    ['invalid-1', 'refused', { fcm: /^INVALID_ARGUMENT: /, apns: /^BadDeviceToken$/ }],
    ['quota-1', 'busy', { fcm: /QUOTA_EXCEEDED|RESOURCE_EXHAUSTED/, apns: /^TooManyRequests$/ }],
    ['unavailable-1', 'busy', { fcm: /^UNAVAILABLE: /, apns: /^ServiceUnavailable$/ }],
  ])('reports the response to %s as %s, and does not repeat the request', async (token, kind, answers) => {
    await start({ retryAfterSeconds: 9 });
    const outcome = await (await open()).send(pushTo(name, token));
    expect(outcome).toMatchObject({ kind, answer: expect.stringMatching(answers[name]) });
    if (kind === 'busy' && knowsRetryAfter) expect(outcome).toMatchObject({ retryAfterSeconds: 9 });
    if (kind === 'busy' && !knowsRetryAfter) expect(outcome).not.toHaveProperty('retryAfterSeconds', expect.anything());
    // The simulator would accept a repeat after 429 and 503.
    expect(tested.simulators().totals().accepted).toBe(0);
  });

  it('reports each response to a token that fails in changing ways', async () => {
    await start();
    const provider = await open();
    const kinds = [];
    for (let attempt = 0; attempt < 2; attempt++) kinds.push((await provider.send(pushTo(name, 'flaky-1'))).kind);
    expect(kinds).toEqual(['busy', 'gone']);
  });

  it('reports an internal error as broken, and sends afterwards', async () => {
    await start({ rate500: 1 });
    const provider = await open();
    expect((await provider.send(pushTo(name, 'token'))).kind).toBe('broken');
    tested.simulators().script({ rate500: 0 });
    expect((await provider.send(pushTo(name, 'token'))).kind).toBe('sent');
  });

  it('reports pushes without a response as unknown in time, and sends the others', async () => {
    await start();
    const provider = await open();
    const began = performance.now();
    const [silent, fine] = await Promise.all([sendMany(provider, 20, 'hang'), sendMany(provider, 100)]);
    expect([countKinds(silent), countKinds(fine)]).toEqual([{ unknown: 20 }, { sent: 100 }]);
    expect(silent[0]).toMatchObject({ answer: 'No answer within 3 s' });
    expect(performance.now() - began).toBeLessThan(20 * timeoutMs);
    expect(countKinds(await sendMany(provider, 100))).toEqual({ sent: 100 });
  });

  it('sends many at once, each exactly once', async () => {
    await start({ refuseTokenUpdates: true });
    expect(countKinds(await sendMany(await open(), 500))).toEqual({ sent: 500 });
    expect(tested.simulators().totals()).toMatchObject({ accepted: 500, tokens: 500, repeated: 0 });
  });

  it('reports a true outcome for each push, and repeats none, when the server sends GOAWAY', async () => {
    await start({ goawayAfter: goAway.after });
    const provider = await open();
    const outcomes = await sendMany(provider, 1_000);
    const kinds = countKinds(outcomes);
    expect(goAway.kinds).toEqual(expect.arrayContaining(Object.keys(kinds)));
    const arrived = tested.simulators().counts();
    for (const [index, { kind }] of outcomes.entries()) {
      if (kind === 'sent') expect(arrived[`token-${index}`]).toBe(1);
      if (kind === 'busy') expect(arrived[`token-${index}`]).toBeUndefined();
    }
    expect(tested.simulators().totals().repeated).toBe(0);
    expect((kinds.sent ?? 0) + (kinds.unknown ?? 0)).toBeGreaterThanOrEqual(goAway.after);
    expect((await provider.send(pushTo(name, 'afterwards'))).kind).toBe('sent');
  });

  it('reports pushes of a lost connection as unknown, and does not repeat them', async () => {
    await start({ closeRate: 1 });
    const provider = await open();
    expect((await provider.send(pushTo(name, 'token'))).kind).toBe('unknown');
    expect(tested.simulators().counts()).toEqual({ token: 1 });
    tested.simulators().script({ closeRate: 0.02 });
    const outcomes = await sendMany(provider, 1_000);
    const { sent = 0, unknown = 0, busy = 0, ...others } = countKinds(outcomes);
    expect([sent + unknown + busy, others]).toEqual([1_000, {}]);
    const counts = tested.simulators().counts();
    for (const [index, { kind }] of outcomes.entries()) {
      if (kind === 'sent') expect(counts[`token-${index}`]).toBe(1);
      if (kind === 'busy') expect(counts[`token-${index}`]).toBeUndefined();
    }
    expect(tested.simulators().totals().repeated).toBe(0);
  });

  it('reports rejected credentials as denied', async () => {
    await start();
    // A signature or an access token that the provider does not accept.
    const future = Date.now() + 600_000;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => future);
    const provider = await tested.open(name, { FCM_ACCESS_TOKEN: ' ' });
    const sending = provider.send(pushTo(name, 'token'));
    clock.mockRestore();
    const answers: Record<ProviderName, RegExp> = { fcm: /^UNAUTHENTICATED/, apns: /^InvalidProviderToken$/ };
    expect(await sending).toEqual({ kind: 'denied', answer: expect.stringMatching(answers[name]) });
  });

  it('reports an unreachable server as busy, and reaches it once it is back', async () => {
    await start();
    const provider = await open();
    await tested.stopSimulators();
    expect(await provider.send(pushTo(name, 'token'))).toMatchObject({
      kind: 'busy',
      answer: 'No connection: ECONNREFUSED',
    });
    await tested.restartSimulators();
    expect((await provider.send(pushTo(name, 'token'))).kind).toBe('sent');
  });

  it('is bounded in time while the server is silent, and recovers', async () => {
    await start();
    const setting = name === 'fcm' ? 'FCM_URL' : 'APNS_URL';
    const proxy = await proxyOf(tested.settings[setting]!);
    const provider = await tested.open(name, { [setting]: proxy.url });
    expect(countKinds(await sendMany(provider, 10))).toEqual({ sent: 10 });
    proxy.silence();
    const began = performance.now();
    // Pushes on an open connection may have arrived; those for which none was established did not.
    const kinds = Object.keys(countKinds(await sendMany(provider, silence.pushes))).sort();
    expect(kinds).toEqual(silence.kinds);
    expect(performance.now() - began).toBeLessThan(40_000);
    proxy.restore();
    let outcome: Outcome | undefined;
    for (let attempt = 0; attempt < 5 && outcome?.kind !== 'sent'; attempt++)
      outcome = await provider.send(pushTo(name, 'token'));
    expect(outcome!.kind).toBe('sent');
    proxy.stop();
  });

  it('completes pushes in flight before it closes, and takes no more', async () => {
    await start({ latencyMs: 300 });
    const provider = await open();
    const inFlight = sendMany(provider, 50);
    await new Promise((resolve) => setTimeout(resolve, 250));
    const closing = provider.close();
    expect(await provider.send(pushTo(name, 'late'))).toEqual({ kind: 'busy', answer: 'The connections were closed' });
    await closing;
    expect(countKinds(await inFlight)).toEqual({ sent: 50 });
    expect(tested.simulators().counts().late).toBeUndefined();
  });

  it('closes in time when its connection is gone', async () => {
    await start();
    const provider = await open();
    await provider.send(pushTo(name, 'token'));
    await tested.stopSimulators();
    const began = performance.now();
    await provider.close();
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  it('rejects keys that cannot sign, and reads no file that a key names', async () => {
    await start();
    const factory = tested.factoryWith();
    const wrong = { key: __filename, key_id: 'ABCDE12345', team_id: 'FGHIJ67890' };
    const account = { project_id: 'p', client_email: 'a@example.com', private_key: __filename };
    await expect(name === 'fcm' ? factory.fcm(account) : factory.apns(wrong)).rejects.toThrow();
  });

  it('writes neither tokens nor keys to the log', async () => {
    await start({ closeRate: 0.5 });
    const written: string[] = [];
    const record = (...texts: unknown[]) => written.push(texts.map(String).join(' ')) > 0;
    for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
      jest.spyOn(console, method).mockImplementation(record);
    jest.spyOn(process.stderr, 'write').mockImplementation(record);
    const provider = await open();
    await sendMany(provider, 20, 'unregistered');
    await sendMany(provider, 20, 'token');
    expect(written.filter((line) => /token|unregistered|apn|Bearer|PRIVATE/i.test(line))).toEqual([]);
  });
});
