import { withDeadline } from '@herald/concurrency';
import type { Message } from '@herald/contracts';
import { withRequestId, type Tracing } from '@herald/tracing';
import type { ConsumeMessage } from 'amqplib';
import { RetryAfter, Unrecoverable, type Consumer } from './consumer';
import { handleInSpan } from './message-spans';
import type { Arrived } from './messages-in';
import type { Publisher } from './publisher';
import { readMessage } from './read-message';
import { waitAfterTry, waitFor, type Topology } from './topology';

export type Outcome = 'done' | 'later' | 'retried' | 'dead';
export type Delivery = Arrived & { queue: string; attempt: number };
export type DeliverContext = {
  publish: Publisher;
  topology: Topology;
  /** Retention of dead letters. */
  deadLetterDays: number;
  signal: AbortSignal;
  tracing?: Tracing;
  onError(error: unknown): void;
};

/** Tries before a failing message becomes a dead letter: with the delays between them, some 90 minutes. */
export const maxAttempts = 18;
const defaultTimeoutSeconds = 60;

/** Handles one message; a failure goes to the retry queue or the dead letters. If it throws, do not acknowledge. */
export async function deliver<Deps>(
  consumer: Consumer<Deps>,
  deps: Deps,
  delivery: Delivery,
  { publish, topology, deadLetterDays, signal, tracing, onError }: DeliverContext,
): Promise<Outcome> {
  const { queue, json, attempt, trace } = delivery;
  try {
    const message = readMessage(json, consumer.on);
    const handling = () => handled(consumer, deps, message, signal);
    const left = await withRequestId(message.request_id!, () =>
      handleInSpan(tracing, { queue, attempt, message, headers: trace, consumer }, handling),
    ).then(() => undefined, toRetryAfter);
    if (!left) return 'done';
    const options = { headers: { ...trace, 'x-queue': queue } };
    const again = Buffer.from(JSON.stringify({ ...message, data: left.data }));
    await publish({ exchange: topology.retry(waitFor(left.seconds)), key: queue, content: again, options });
    return 'later';
  } catch (error) {
    onError(error);
    const content = delivery.content();
    const headers = { ...trace, 'x-attempt': attempt + 1, 'x-queue': queue };
    if (error instanceof Unrecoverable || attempt >= maxAttempts) {
      const reason = error instanceof Unrecoverable ? error.message : 'Every try failed';
      await publish({
        exchange: topology.dead,
        key: queue,
        content,
        options: {
          headers: { ...headers, 'x-reason': reason },
          expiration: Math.round(deadLetterDays * 86_400_000),
          timestamp: Math.floor(Date.now() / 1_000),
        },
      });
      return 'dead';
    }
    await publish({ exchange: topology.retry(waitAfterTry(attempt)), key: queue, content, options: { headers } });
    return 'retried';
  }
}

/** A handler that hangs fails at its timeout; what it does afterwards is ignored. */
async function handled<Deps>(
  { name, handle, timeoutSeconds = defaultTimeoutSeconds }: Consumer<Deps>,
  deps: Deps,
  message: Message,
  signal: AbortSignal,
): Promise<void> {
  const handling = handle(message.data as never, deps, { message, signal });
  await withDeadline(timeoutSeconds * 1000, `Handler ${name}`, handling);
}

function toRetryAfter(error: unknown): RetryAfter {
  if (error instanceof RetryAfter) return error;
  throw error;
}

/** The number of this try, from 1. */
export function attemptOf({ properties }: ConsumeMessage): number {
  const sent: unknown = properties.headers?.['x-attempt'];
  return typeof sent === 'number' && sent >= 1 ? sent : 1;
}
