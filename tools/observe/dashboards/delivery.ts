import { graph, perSecond, quantiles, query, stat, type Dashboard } from './dashboard';

const route = 'route="/notifications/v2/device/sendmessage"';

export const delivery: Dashboard = {
  uid: 'herald-delivery',
  title: 'Herald: delivery by provider',
  rows: [
    {
      title: 'Now',
      panels: [
        stat('Pushes a second', 'ops', perSecond('herald_pushes_total{outcome!="paused"}')),
        stat(
          'Accepted',
          'percentunit',
          `${perSecond('herald_pushes_total{outcome="sent"}')} / ${perSecond('herald_pushes_total{outcome!="paused"}')}`,
        ),
        stat('In flight', 'short', 'sum(herald_pushes_in_flight)'),
      ],
    },
    {
      title: 'Pushes',
      panels: [
        graph(
          'FCM by outcome',
          'ops',
          query('{{outcome}}', perSecond('herald_pushes_total{provider="fcm"}', 'outcome')),
        ),
        graph(
          'APNs by outcome',
          'ops',
          query('{{outcome}}', perSecond('herald_pushes_total{provider="apns"}', 'outcome')),
        ),
        graph('In flight', 'short', query('{{provider}}', 'sum by (provider) (herald_pushes_in_flight)')),
      ],
    },
    {
      title: 'Latency',
      panels: [
        graph('Seconds of FCM', 's', ...quantiles('herald_provider_seconds', { labels: 'provider="fcm"' })),
        graph('Seconds of APNs', 's', ...quantiles('herald_provider_seconds', { labels: 'provider="apns"' })),
        graph('Seconds of a single push', 's', ...quantiles('http_request_duration_seconds', { labels: route })),
      ],
    },
    {
      title: 'Limits of the providers',
      panels: [
        graph(
          'Asked to try later',
          'ops',
          query('{{provider}} {{status}}', perSecond('herald_provider_throttles_total', 'provider, status')),
        ),
        graph(
          'Seconds to wait, by Retry-After',
          's',
          query(
            '{{provider}}',
            `sum by (provider) (increase(herald_provider_retry_after_seconds_total[$__rate_interval]))`,
          ),
        ),
        graph(
          'Connections ended by GOAWAY',
          'ops',
          query('{{provider}}', perSecond('herald_provider_goaways_total', 'provider')),
        ),
        graph(
          'Tokens retired',
          'ops',
          query('{{provider}}', perSecond('herald_push_tokens_retired_total', 'provider')),
        ),
      ],
    },
  ],
};
