import { withDeadline } from '@herald/deadline';
import type { Message } from '@herald/envelopes';
import { withRequestId } from '@herald/tracing';
import type { ConsumeMessage } from 'amqplib';
import { ComeAgain, Unrecoverable, type Consumer } from './consumer';
import type { Publisher } from './publisher';
import { readMessage } from './read-message';
import { retryWaits, waitFor, type Topology } from './topology';

export type Outcome = 'done' | 'later' | 'retried' | 'dead';
export type Delivery = { queue: string; content: Buffer; attempt: number };
export type DeliverContext = {
  publish: Publisher;
  topology: Topology;
  /** How long a message stays among the dead letters. */
  deadLetterDays: number;
  signal: AbortSignal;
  onError(error: unknown): void;
};

/** Attempts before a message that keeps failing becomes a dead letter: with the delays between them, some 90 minutes. */
const maxAttempts = 14;
const defaultTimeoutSeconds = 60;

/** Handles one delivery and sends it on where it did not succeed. When this throws, the delivery must not be acknowledged. */
export async function deliver<Deps>(
  consumer: Consumer<Deps>,
  deps: Deps,
  { queue, content, attempt }: Delivery,
  { publish, topology, deadLetterDays, signal, onError }: DeliverContext,
): Promise<Outcome> {
  try {
    const message = readMessage(content, consumer.on);
    const left = await handled(consumer, deps, message, signal).then(() => undefined, whatIsLeft);
    if (!left) return 'done';
    const options = { headers: { 'x-queue': queue } };
    const again = Buffer.from(JSON.stringify({ ...message, data: left.data }));
    await publish({ exchange: topology.retry(waitFor(left.seconds)), key: queue, content: again, options });
    return 'later';
  } catch (error) {
    onError(error);
    const headers = { 'x-attempt': attempt + 1, 'x-queue': queue };
    if (error instanceof Unrecoverable || attempt >= maxAttempts) {
      const reason = error instanceof Unrecoverable ? error.message : 'Every try failed';
      await publish({
        exchange: topology.dead,
        key: queue,
        content,
        options: { headers: { ...headers, 'x-reason': reason }, expiration: Math.round(deadLetterDays * 86_400_000) },
      });
      return 'dead';
    }
    const seconds = retryWaits[Math.min(attempt - 1, retryWaits.length - 1)]!;
    await publish({ exchange: topology.retry(seconds), key: queue, content, options: { headers } });
    return 'retried';
  }
}

/** A handler that hangs must not keep its message: it fails like any other, and what it does afterwards is ignored. */
async function handled<Deps>(
  { name, handle, timeoutSeconds = defaultTimeoutSeconds }: Consumer<Deps>,
  deps: Deps,
  message: Message,
  signal: AbortSignal,
): Promise<void> {
  const handling = withRequestId(message.request_id!, () => handle(message.data as never, deps, { message, signal }));
  await withDeadline(timeoutSeconds * 1000, `Handler ${name}`, handling);
}

function whatIsLeft(error: unknown): ComeAgain {
  if (error instanceof ComeAgain) return error;
  throw error;
}

/** Which try this delivery is, from 1. */
export function attemptOf({ properties }: ConsumeMessage): number {
  const sent: unknown = properties.headers?.['x-attempt'];
  return typeof sent === 'number' && sent >= 1 ? sent : 1;
}
