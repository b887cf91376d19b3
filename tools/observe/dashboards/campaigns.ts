import { graph, perSecond, quantiles, query, stat, type Dashboard } from './dashboard';

export const campaigns: Dashboard = {
  uid: 'herald-campaigns',
  title: 'Herald: campaigns',
  rows: [
    {
      title: 'Now',
      panels: [
        stat('Devices that wait', 'short', 'max(herald_campaign_pending_targets{pace="unlimited"})'),
        stat('Devices that wait for a rate', 'short', 'max(herald_campaign_pending_targets{pace="limited"})'),
        stat('Oldest of them', 's', 'max(herald_campaign_oldest_pending_seconds{pace="unlimited"})'),
        stat('Devices a second', 'ops', perSecond('herald_campaign_settled_targets_total')),
      ],
    },
    {
      title: 'Progress',
      panels: [
        graph('Devices that wait', 'short', query('{{pace}}', 'max by (pace) (herald_campaign_pending_targets)')),
        graph(
          'Devices with an outcome',
          'ops',
          query('{{status}}', perSecond('herald_campaign_settled_targets_total', 'status')),
        ),
        graph(
          'Age of the oldest device that waits',
          's',
          query('{{pace}}', 'max by (pace) (herald_campaign_oldest_pending_seconds)'),
        ),
      ],
    },
    {
      title: 'Objectives',
      panels: [
        graph('Seconds until the first push', 's', ...quantiles('herald_campaign_first_push_seconds')),
        graph('Seconds until an outcome is counted', 's', ...quantiles('herald_campaign_result_lag_seconds')),
      ],
    },
    {
      title: 'Messages of the pipeline',
      panels: [
        graph(
          'Messages handled',
          'ops',
          query(
            '{{queue}}',
            perSecond('amqp_handle_duration_seconds_count{queue=~".*[.](campaigns|notifications)[.].*"}', 'queue'),
          ),
        ),
        graph(
          'Not done at once',
          'ops',
          query(
            '{{queue}} {{outcome}}',
            perSecond(
              'amqp_handle_duration_seconds_count{queue=~".*[.](campaigns|notifications)[.].*",outcome!="done"}',
              'queue, outcome',
            ),
          ),
        ),
        graph(
          'Seconds a message, p95',
          's',
          ...quantiles('amqp_handle_duration_seconds', {
            labels: 'queue=~".*[.](campaigns|notifications)[.].*"',
            by: 'queue',
          }).slice(1, 2),
        ),
      ],
    },
  ],
};
