import type { Queue } from '../broker/queue';
import { AmqpError, inVhost } from '../wire/amqp-error';
import type { Channel } from './channel';

function lastDeclaredName({ lastQueue }: Channel): string {
  if (lastQueue === undefined) throw new AmqpError(404, 'no previously declared queue');
  return lastQueue;
}

/** Only the connection that declared an exclusive queue may use it. */
export function assertAccess({ connection }: Channel, queue: Queue): void {
  if (queue.owner === undefined || queue.owner === connection) return;
  const locked = `cannot obtain exclusive access to locked ${inVhost('queue', queue.name)}`;
  const why =
    'It could be originally declared on another connection or the exclusive property value does not match that of ' +
    'the original declaration.';
  throw new AmqpError(405, `${locked}. ${why}`);
}

/** The queue with this name; an empty name stands for the queue that the channel declared last. */
export function findQueue(channel: Channel, name: string): Queue {
  const actual = name === '' ? lastDeclaredName(channel) : name;
  const queue = channel.connection.broker.queues.get(actual);
  if (!queue) throw new AmqpError(404, `no ${inVhost('queue', actual)}`);
  assertAccess(channel, queue);
  return queue;
}
