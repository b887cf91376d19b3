import type { Observation } from '@herald/http';
import type { Handled, Published } from '@herald/messaging';
import type { CommandObservation } from '@herald/persistence';
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** The metrics of one process in Prometheus' format. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const requests = histogram('http_request_duration_seconds', 'Requests by route and status', [
    'service',
    'method',
    'route',
    'status',
  ]);
  const commands = histogram('mongo_command_duration_seconds', 'Commands to the database', [
    'database',
    'command',
    'failed',
  ]);
  const handled = histogram('amqp_handle_duration_seconds', 'Messages handled', ['queue', 'outcome']);
  const published = histogram('amqp_publish_duration_seconds', 'Messages published until the confirm', [
    'type',
    'failed',
  ]);
  const outboxed = new Counter({
    name: 'outbox_messages_total',
    help: 'Messages that went to the outbox because the broker did not take them',
    labelNames: ['service'],
    registers,
  });
  return {
    registry,
    onAnswer: ({ service, method, route, status, seconds }: Observation) =>
      requests.observe({ service, method, route, status }, seconds),
    onCommand: ({ database, command, seconds, failed }: CommandObservation) =>
      commands.observe({ database, command, failed: String(failed) }, seconds),
    onHandled: ({ queue, outcome, seconds }: Handled) => handled.observe({ queue, outcome }, seconds),
    onPublished: ({ type, seconds, failed }: Published) => published.observe({ type, failed: String(failed) }, seconds),
    onOutboxed: (service: string) => outboxed.inc({ service }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
