import { createMetrics } from '@herald/metrics';
import type { Outcome, PushProvider } from './provider';
import { measured, pushMetrics } from './push-metrics';

const push = { token: 't', notificationUuid: 'u', body: '{}', priority: 'high', bundleId: 'b' } as const;

function open(outcome: () => Promise<Outcome>) {
  const metrics = createMetrics();
  const inner: PushProvider = { name: 'apns', send: outcome, close: async () => {} };
  const provider = measured(inner, pushMetrics(metrics));
  const valueOf = async (series: string) => {
    const line = (await metrics.registry.metrics()).split('\n').find((one) => one.startsWith(`${series} `));
    return Number(line?.slice(series.length));
  };
  return { provider, valueOf };
}

const pushes = (outcome: string, provider = 'apns') =>
  `herald_pushes_total{provider="${provider}",outcome="${outcome}"}`;
const latencies = 'herald_provider_seconds_count{provider="apns"}';

it.each<Outcome>([
  { kind: 'sent', name: 'n' },
  { kind: 'gone', answer: 'Unregistered' },
  { kind: 'denied', answer: 'InvalidProviderToken' },
  { kind: 'unknown', answer: 'No answer' },
])('counts the outcome $kind of its provider and its latency, from zero', async (outcome) => {
  const { provider, valueOf } = open(async () => outcome);
  expect(await valueOf(pushes(outcome.kind))).toBe(0);
  expect(await provider.send(push)).toBe(outcome);
  expect([await valueOf(pushes(outcome.kind)), await valueOf(pushes(outcome.kind, 'fcm'))]).toEqual([1, 0]);
  expect(await valueOf(latencies)).toBe(1);
});

it('sums the seconds that a provider asks to wait, by status', async () => {
  const { provider, valueOf } = open(async () => ({
    kind: 'busy',
    answer: 'Slow',
    status: '429',
    retryAfterSeconds: 7,
  }));
  await provider.send(push);
  await provider.send(push);
  expect(await valueOf('herald_provider_throttles_total{provider="apns",status="429"}')).toBe(2);
  expect(await valueOf('herald_provider_throttles_total{provider="apns",status="503"}')).toBe(0);
  expect(await valueOf('herald_provider_retry_after_seconds_total{provider="apns"}')).toBe(14);
});

it('counts pushes that a pause holds back apart, without latency', async () => {
  const { provider, valueOf } = open(async () => ({
    kind: 'busy',
    answer: 'Slow',
    retryAfterSeconds: 7,
    isPaused: true,
  }));
  await provider.send(push);
  expect([await valueOf(pushes('paused')), await valueOf(pushes('busy')), await valueOf(latencies)]).toEqual([1, 0, 0]);
  expect(await valueOf('herald_provider_retry_after_seconds_total{provider="apns"}')).toBe(0);
});

it('shows pushes in flight, also after one that throws', async () => {
  let end = (_: Outcome) => {};
  const { provider, valueOf } = open(() => new Promise((resolve) => (end = resolve)));
  const sending = provider.send(push);
  expect(await valueOf('herald_pushes_in_flight{provider="apns"}')).toBe(1);
  end({ kind: 'sent', name: '' });
  await sending;
  expect(await valueOf('herald_pushes_in_flight{provider="apns"}')).toBe(0);
  const failing = open(() => Promise.reject(new Error('A fault')));
  await expect(failing.provider.send(push)).rejects.toThrow('A fault');
  expect(await failing.valueOf('herald_pushes_in_flight{provider="apns"}')).toBe(0);
});

it('counts no validation', async () => {
  const { provider, valueOf } = open(async () => ({ kind: 'sent', name: '' }));
  await provider.send({ ...push, dryRun: true });
  expect([await valueOf(pushes('sent')), await valueOf(latencies)]).toEqual([0, 0]);
});
