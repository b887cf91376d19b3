import { withRequestId } from '@herald/tracing';
import type { ConsumeMessage } from 'amqplib';
import { ComeAgain, Unrecoverable, type Consumer } from './consumer';
import type { Publisher } from './publisher';
import { readMessage } from './read-message';
import { retryWaits, waitFor, type Topology } from './topology';

export type Outcome = 'done' | 'later' | 'retried' | 'dead';
export type Delivery = { queue: string; content: Buffer; attempt: number };

/** Tries before a message that keeps failing is put aside: with the waits between them, a bit over an hour and a half. */
const mostAttempts = 14;

/** Handles one delivery and sends it on where it did not succeed. When this throws, the delivery must not be acknowledged. */
export async function deliver<Deps>(
  consumer: Consumer<Deps>,
  deps: Deps,
  { queue, content, attempt }: Delivery,
  { publish, topology, onError }: { publish: Publisher; topology: Topology; onError: (error: unknown) => void },
): Promise<Outcome> {
  try {
    const message = readMessage(content, consumer.on);
    const handling = withRequestId(message.request_id!, () => consumer.handle(message.data as never, deps, message));
    const left = await handling.then(() => undefined, whatIsLeft);
    if (!left) return 'done';
    const options = { headers: { 'x-queue': queue } };
    const again = Buffer.from(JSON.stringify({ ...message, data: left.data }));
    await publish({ exchange: topology.wait(waitFor(left.seconds)), key: queue, content: again, options });
    return 'later';
  } catch (error) {
    onError(error);
    const headers = { 'x-attempt': attempt + 1, 'x-queue': queue };
    if (error instanceof Unrecoverable || attempt >= mostAttempts) {
      const reason = error instanceof Unrecoverable ? error.message : 'Every try failed';
      await publish({
        exchange: '',
        key: topology.dead,
        content,
        options: { headers: { ...headers, 'x-reason': reason } },
      });
      return 'dead';
    }
    const seconds = retryWaits[Math.min(attempt - 1, retryWaits.length - 1)]!;
    await publish({ exchange: topology.wait(seconds), key: queue, content, options: { headers } });
    return 'retried';
  }
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
