import { graph, perSecond, quantiles, query, stat, type Dashboard } from './dashboard';

export const stores: Dashboard = {
  uid: 'herald-stores',
  title: 'Herald: stores',
  rows: [
    {
      title: 'Now',
      panels: [
        stat('Dead letters', 'short', 'max(herald_dead_letters)'),
        stat('Messages in outboxes', 'short', 'sum(max by (service) (herald_outbox_messages))'),
        stat('Failed commands a second', 'ops', perSecond('mongo_command_duration_seconds_count{failed="true"}')),
        stat('Refused messages a second', 'ops', perSecond('amqp_publish_duration_seconds_count{failed="true"}')),
      ],
    },
    {
      title: 'Databases',
      panels: [
        graph('Commands', 'ops', query('{{database}}', perSecond('mongo_command_duration_seconds_count', 'database'))),
        graph(
          'Failed commands',
          'ops',
          query(
            '{{database}} {{command}}',
            perSecond('mongo_command_duration_seconds_count{failed="true"}', 'database, command'),
          ),
        ),
        graph(
          'Seconds a command, p99',
          's',
          ...quantiles('mongo_command_duration_seconds', { by: 'command' }).slice(2),
        ),
      ],
    },
    {
      title: 'Broker',
      panels: [
        graph('Messages published', 'ops', query('{{type}}', perSecond('amqp_publish_duration_seconds_count', 'type'))),
        graph('Seconds until the confirm', 's', ...quantiles('amqp_publish_duration_seconds')),
        graph(
          'Messages handled, by outcome',
          'ops',
          query('{{outcome}}', perSecond('amqp_handle_duration_seconds_count', 'outcome')),
        ),
      ],
    },
    {
      title: 'Messages that wait',
      panels: [
        graph('Outboxes', 'short', query('{{service}}', 'max by (service) (herald_outbox_messages)')),
        graph(
          'Messages that went to an outbox',
          'ops',
          query('{{service}}', perSecond('outbox_messages_total', 'service')),
        ),
        graph('Dead letters', 'short', query('dead letters', 'max(herald_dead_letters)')),
      ],
    },
  ],
};
