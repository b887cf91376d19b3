import type { Message } from '@herald/contracts';
import { startTrace, traceHeaders, withSpan, type TraceHeaders, type Tracing } from '@herald/tracing';
import { RetryAfter, type Consumer } from './consumer';
import type { Outgoing } from './publisher';

const system = { 'messaging.system': 'rabbitmq' };

/** Publishes a message in a span, with the headers by which its consumers continue the trace. */
export function publishInSpan(
  publish: (outgoing: Outgoing) => Promise<void>,
  exchange: string,
  { id, type }: Message,
  content: Buffer,
): Promise<void> {
  const attributes = {
    ...system,
    'messaging.operation.type': 'send',
    'messaging.operation.name': 'publish',
    'messaging.destination.name': exchange,
    'messaging.rabbitmq.destination.routing_key': type,
    'messaging.message.id': id,
    'messaging.message.body.size': content.length,
  };
  return withSpan({ name: `publish ${type}`, kind: 'producer', attributes }, () =>
    publish({ exchange, key: type, content, options: { messageId: id, headers: traceHeaders() } }),
  );
}

type Handling = {
  queue: string;
  attempt: number;
  message: Message;
  headers: TraceHeaders;
  consumer: Pick<Consumer<never>, 'startsTrace'>;
};

/** Handles a message in a span of the receiving service. Each try has a span of its own. */
export function handleInSpan(
  tracing: Tracing | undefined,
  { queue, attempt, message, headers, consumer }: Handling,
  handle: () => Promise<void>,
): Promise<void> {
  const attributes = {
    ...system,
    'messaging.operation.type': 'process',
    'messaging.operation.name': 'process',
    'messaging.destination.name': queue,
    'messaging.rabbitmq.destination.routing_key': message.type,
    'messaging.message.id': message.id,
    'herald.message.attempt': attempt,
  };
  const isExpected = (error: unknown) => error instanceof RetryAfter;
  const options = { name: `process ${queue}`, kind: 'consumer', attributes, headers, isExpected } as const;
  return startTrace(tracing, { ...options, isLinked: consumer.startsTrace }, handle);
}

/** The trace headers of a delivery: other senders may have written anything. */
export function traceHeadersOf(headers: Record<string, unknown> = {}): TraceHeaders {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string') return {};
  return { traceparent, ...(typeof tracestate === 'string' ? { tracestate } : {}) };
}
