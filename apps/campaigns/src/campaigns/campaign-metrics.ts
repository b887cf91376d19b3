import type { Metrics } from '@herald/metrics';

export const settledStatuses = ['sended', 'fails'] as const;
/** Devices of a campaign with a rate wait for its clock: more senders would not help them. */
export const paces = ['limited', 'unlimited'] as const;

/** What is measured of campaigns: sums over all companies. */
export function campaignMetrics({ counter, gauge, histogram }: Metrics) {
  return {
    settled: counter({
      name: 'herald_campaign_settled_targets_total',
      help: 'Targets whose outcome was counted, each once',
      labels: { status: settledStatuses },
    }),
    resultLag: histogram({
      name: 'herald_campaign_result_lag_seconds',
      help: 'From the first outcome in a message of results until it was counted',
      labels: {},
    }).at({}),
    pending: gauge({
      name: 'herald_campaign_pending_targets',
      help: 'Targets without an outcome, of all campaigns; 0 in processes that do not measure it',
      labels: { pace: paces },
    }),
    oldestPending: gauge({
      name: 'herald_campaign_oldest_pending_seconds',
      help: 'Age of the oldest target without an outcome; 0 in processes that do not measure it',
      labels: { pace: paces },
    }),
  };
}
