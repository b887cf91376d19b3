import type { ServiceName } from '@herald/contracts';
import type { NamedRoute, Observation } from '@herald/http';
import type { Handled, Published } from '@herald/messaging';
import { createMetrics, type Metrics } from '@herald/metrics';
import type { CommandObservation } from '@herald/persistence';
import type { Service } from './define-service';
import { relayJobTiming } from './outbox';
import { retentionJobs } from './retention';

const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;
const messageOutcomes = ['done', 'later', 'retried', 'dead'];

/** What is measured of every service of a process. */
export function houseMetrics(list: Service[], version: string) {
  const metrics = createMetrics();
  const services = list.map(({ name }) => name);
  const build = { version: [version], node: [process.version] } as const;
  metrics
    .gauge({ name: 'herald_build_info', help: 'The version that runs; always 1', labels: build })
    .at({ version, node: process.version })
    .set(1);
  const outboxed = metrics.counter({
    name: 'outbox_messages_total',
    help: 'Messages that went to the outbox because the broker did not take them',
    labels: { service: services },
  });
  const outbox = metrics.gauge({
    name: 'herald_outbox_messages',
    help: 'Messages in the outbox, of the process that relays them; 0 in the others',
    labels: { service: services },
  });
  return {
    ...metrics,
    ...requestMetrics(metrics, list),
    ofJobs: jobMetrics(metrics, list),
    ...engineMetrics(metrics),
    onOutboxed: (service: ServiceName) => outboxed.at({ service }).add(),
    onOutboxDepth: (service: ServiceName) => (depth: number) => outbox.at({ service }).set(depth),
  };
}

function requestMetrics({ counter, openHistogram }: Metrics, list: Service[]) {
  const requests = openHistogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route and status',
    labels: ['service', 'method', 'route', 'status'],
  });
  for (const { name: service, routes } of list)
    for (const { method, path: route, returns } of routes as NamedRoute<never>[])
      requests.zero({ service, method, route, status: String(returns.status) });
  const answers = counter({
    name: 'herald_http_answers_total',
    help: 'Answered requests by the class of their status',
    labels: { service: list.map(({ name }) => name), class: statusClasses },
  });
  return {
    onAnswer({ service, method, route, status, seconds }: Observation) {
      requests.observe({ service, method, route, status }, seconds);
      const statusClass = statusClasses[Math.floor(status / 100) - 2];
      if (statusClass) answers.at({ service, class: statusClass }).add();
    },
  };
}

function engineMetrics({ openHistogram }: Metrics) {
  const commands = openHistogram({
    name: 'mongo_command_duration_seconds',
    help: 'Commands to the database',
    labels: ['database', 'command', 'failed'],
  });
  const handled = openHistogram({
    name: 'amqp_handle_duration_seconds',
    help: 'Messages handled',
    labels: ['queue', 'outcome'],
  });
  const published = openHistogram({
    name: 'amqp_publish_duration_seconds',
    help: 'Messages published until the confirm',
    labels: ['type', 'failed'],
  });
  const commandsSeen = firstTimes<[string, string]>(([database, command]) =>
    ['true', 'false'].forEach((failed) => commands.zero({ database, command, failed })),
  );
  const typesSeen = firstTimes<[string]>(([type]) =>
    ['true', 'false'].forEach((failed) => published.zero({ type, failed })),
  );
  return {
    onCommand({ database, command, seconds, failed }: CommandObservation) {
      commandsSeen(database, command);
      commands.observe({ database, command, failed: String(failed) }, seconds);
    },
    onSubscribed: (queue: string) => messageOutcomes.forEach((outcome) => handled.zero({ queue, outcome })),
    onHandled: ({ queue, outcome, seconds }: Handled) => handled.observe({ queue, outcome }, seconds),
    onPublished({ type, seconds, failed }: Published) {
      typesSeen(type);
      published.observe({ type, failed: String(failed) }, seconds);
    },
  };
}

/** The relay of the outbox and the report of the retention are jobs of every service. */
const jobsOf = (service: Service) =>
  [...(service.jobs ?? []), ...retentionJobs(service), relayJobTiming].map(({ name: job_name, everySeconds }) => ({
    ...{ service: service.name, job_name, everySeconds },
  }));

function jobMetrics({ counter, gauge }: Metrics, list: Service[]) {
  const jobs = list.flatMap(jobsOf);
  const labels = jobs.map(({ service, job_name }) => ({ service, job_name }));
  const held = gauge({
    name: 'herald_job_lease_held',
    help: '1 in the process that ran the job when it was last due, 0 in those that stand by',
    labels,
  });
  const runs = counter({
    name: 'herald_job_runs_total',
    help: 'Runs of jobs by outcome',
    labels: labels.flatMap((job) => ['done', 'failed'].map((outcome) => ({ ...job, outcome }))),
  });
  const intervals = gauge({ name: 'herald_job_interval_seconds', help: 'Pause between two runs', labels });
  for (const { everySeconds, ...job } of jobs) intervals.at(job).set(everySeconds);
  return (service: ServiceName) => ({
    onLease: (job_name: string, isHeld: boolean) => held.at({ service, job_name }).set(Number(isHeld)),
    onRun: (job_name: string, isDone: boolean) =>
      runs.at({ service, job_name, outcome: isDone ? 'done' : 'failed' }).add(),
  });
}

/** Calls a function once for each combination: of commands and types, a failure is never the first event. */
function firstTimes<Values extends string[]>(run: (values: Values) => void) {
  const seen = new Set<string>();
  return (...values: Values) => {
    const key = values.join('\n');
    if (seen.has(key)) return;
    seen.add(key);
    run(values);
  };
}

export type HouseMetrics = ReturnType<typeof houseMetrics>;
