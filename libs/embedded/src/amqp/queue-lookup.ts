import { AmqpError, inVhost } from './amqp-error';
import type { Channel } from './channel';
import type { Queue } from './queue';

function lastDeclared({ lastQueue }: Channel): string {
  if (lastQueue === undefined) throw new AmqpError(404, 'no previously declared queue');
  return lastQueue;
}

/** An exclusive queue is there for the connection that declared it only. */
export function assertMayUse({ connection }: Channel, queue: Queue): void {
  if (queue.owner === undefined || queue.owner === connection) return;
  const locked = `cannot obtain exclusive access to locked ${inVhost('queue', queue.name)}`;
  const why =
    'It could be originally declared on another connection or the exclusive property value does not match that of the original declaration.';
  throw new AmqpError(405, `${locked}. ${why}`);
}

/** The queue a method means, by name or, without one, the channel's last. */
export function findQueue(channel: Channel, name: string): Queue {
  const actual = name === '' ? lastDeclared(channel) : name;
  const queue = channel.connection.broker.queues.get(actual);
  if (!queue) throw new AmqpError(404, `no ${inVhost('queue', actual)}`);
  assertMayUse(channel, queue);
  return queue;
}
