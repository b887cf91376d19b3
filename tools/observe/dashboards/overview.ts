import { recordOf, objectives, type Objective } from '../alarms/objectives';
import { graph, perSecond, quantiles, query, stat, type Dashboard } from './dashboard';

const budgetLeft = (objective: Objective) => `1 - ${recordOf(objective, '3d')} / ${objective.budget}`;

export const overview: Dashboard = {
  uid: 'herald-overview',
  title: 'Herald: overview',
  rows: [
    {
      title: 'Budgets that are left, at the pace of three days',
      panels: objectives.map((objective) =>
        stat(objective.key.replace('_', ' '), 'percentunit', budgetLeft(objective)),
      ),
    },
    {
      title: 'Now',
      panels: [
        stat('Processes that answer', 'short', 'sum(up{job="herald"})'),
        stat('Devices that wait', 'short', 'sum(max by (pace) (herald_campaign_pending_targets))'),
        stat('Dead letters', 'short', 'max(herald_dead_letters)'),
        stat('Messages in outboxes', 'short', 'sum(max by (service) (herald_outbox_messages))'),
        stat('Versions', 'short', 'count(count by (version) (herald_build_info))'),
      ],
    },
    {
      title: 'Requests',
      panels: [
        graph('Requests', 'reqps', query('{{service}}', perSecond('herald_http_answers_total', 'service'))),
        graph(
          'Server errors',
          'reqps',
          query('{{service}}', perSecond('herald_http_answers_total{class="5xx"}', 'service')),
        ),
        graph('Seconds until the answer', 's', ...quantiles('http_request_duration_seconds')),
      ],
    },
    {
      title: 'Processes',
      panels: [
        graph(
          'CPU',
          'percentunit',
          query('{{app}} {{instance}}', 'rate(process_cpu_seconds_total{job="herald"}[$__rate_interval])'),
        ),
        graph('Memory', 'bytes', query('{{app}} {{instance}}', 'process_resident_memory_bytes{job="herald"}')),
        graph('Event loop lag, p99', 's', query('{{app}} {{instance}}', 'nodejs_eventloop_lag_p99_seconds')),
      ],
    },
    {
      title: 'Jobs',
      panels: [
        graph(
          'Runs',
          'ops',
          query(
            '{{service}} {{job_name}} {{outcome}}',
            perSecond('herald_job_runs_total', 'service, job_name, outcome'),
          ),
        ),
        graph(
          'Processes that hold a job',
          'short',
          query('{{service}} {{job_name}}', 'sum by (service, job_name) (herald_job_lease_held)'),
        ),
      ],
    },
  ],
};
