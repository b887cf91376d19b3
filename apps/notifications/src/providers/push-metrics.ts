import type { Metrics } from '@herald/metrics';
import { providerNames as provider, type Outcome, type ProviderName, type PushProvider } from './provider';

const outcome = [
  ...(['sent', 'gone', 'refused', 'busy', 'denied', 'broken', 'unknown'] as const),
  /** Not sent, because the provider is paused. */
  'paused',
] as const;
const status = ['429', '503'] as const;

export type PushMetrics = ReturnType<typeof pushMetrics>;

/** What is measured of pushes: sums over all apps and companies. */
export function pushMetrics({ counter, gauge, histogram }: Metrics) {
  const labels = { provider };
  return {
    pushes: counter({
      name: 'herald_pushes_total',
      help: 'Pushes by provider and outcome; paused were not sent',
      labels: { provider, outcome },
    }),
    inFlight: gauge({ name: 'herald_pushes_in_flight', help: 'Pushes that wait for their response', labels }),
    latency: histogram({ name: 'herald_provider_seconds', help: 'A push until its response or failure', labels }),
    throttles: counter({
      name: 'herald_provider_throttles_total',
      help: 'Responses that ask to try later, by their status',
      labels: { provider, status },
    }),
    retryAfterSeconds: counter({
      name: 'herald_provider_retry_after_seconds_total',
      help: 'Sum of the seconds that providers asked to wait in Retry-After',
      labels,
    }),
    goAways: counter({
      name: 'herald_provider_goaways_total',
      help: 'Connections that a provider ended by GOAWAY; not known with PUSH_TRANSPORT=libraries',
      labels,
    }),
    tokensRetired: counter({
      name: 'herald_push_tokens_retired_total',
      help: 'Push tokens forgotten because the provider no longer knows them',
      labels,
    }),
    firstPush: histogram({
      name: 'herald_campaign_first_push_seconds',
      help: 'From the start of a campaign until the provider accepted its first push',
      labels: {},
    }).at({}),
  };
}

/** Measures what a provider is asked and answers. A validation is not a push. */
export function measured(inner: PushProvider, metrics: PushMetrics): PushProvider {
  const { name } = inner;
  const at = seriesOf(name, metrics);
  const onOutcome = (result: Outcome, began: number) => {
    if (result.kind === 'busy' && result.isPaused) return at.outcomes.paused.add();
    at.outcomes[result.kind].add();
    if (result.kind === 'refused' && result.isMisconfigured) return;
    at.latency.observe((performance.now() - began) / 1000);
    if (result.kind !== 'busy') return;
    if (result.status) at.throttles[result.status].add();
    at.retryAfter.add(result.retryAfterSeconds ?? 0);
  };
  return {
    ...inner,
    async send(push) {
      if (push.dryRun) return inner.send(push);
      const began = performance.now();
      at.inFlight.add(1);
      try {
        const result = await inner.send(push);
        onOutcome(result, began);
        return result;
      } finally {
        at.inFlight.add(-1);
      }
    },
  };
}

/** The series of one provider, looked up once and not with each push. */
function seriesOf(name: ProviderName, { pushes, throttles, ...others }: PushMetrics) {
  const labels = { provider: name };
  const of = <Value extends string, Cell>(values: readonly Value[], cellOf: (value: Value) => Cell) =>
    Object.fromEntries(values.map((value) => [value, cellOf(value)])) as Record<Value, Cell>;
  return {
    outcomes: of(outcome, (one) => pushes.at({ provider: name, outcome: one })),
    throttles: of(status, (one) => throttles.at({ provider: name, status: one })),
    inFlight: others.inFlight.at(labels),
    latency: others.latency.at(labels),
    retryAfter: others.retryAfterSeconds.at(labels),
  };
}
