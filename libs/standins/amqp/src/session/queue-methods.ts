import { purge, enforceLimits } from '../broker/queue';
import { bind, deleteQueue, restartExpiry, unbind } from '../broker/queue-registry';
import { readyCount } from '../broker/ready-list';
import { AmqpError, inVhost, unsupported } from '../wire/amqp-error';
import type { Table } from '../wire/field-table';
import type { Arguments } from '../wire/method-codec';
import type { Channel } from './channel';
import { findExchange, refuseDefaultExchange } from './exchange-methods';
import { declareQueue } from './queue-declaration';
import { findQueue } from './queue-lookup';
import { sendWhenStored } from './send-when-stored';

function refuseArguments(what: string, args: Table): void {
  for (const name of args.keys()) throw unsupported(`argument '${name}' for ${what}`);
}

function findBinding(channel: Channel, args: Arguments<'queue.bind'> | Arguments<'queue.unbind'>) {
  const { broker } = channel.connection;
  const exchange = findExchange(broker, args.exchange);
  const queue = findQueue(channel, args.queue);
  const routingKey = args.queue === '' && args.routingKey === '' ? queue.name : args.routingKey;
  refuseArguments('a binding', args.arguments);
  return { broker, exchange, binding: { queue, routingKey } };
}

/** Unbinding what does not exist succeeds. */
function doBothExist({ connection, lastQueue }: Channel, args: Arguments<'queue.unbind'>): boolean {
  const { exchanges, queues } = connection.broker;
  return exchanges.has(args.exchange) && queues.has(args.queue || (lastQueue ?? ''));
}

function assertDeletable(channel: Channel, args: Arguments<'queue.delete'>): void {
  const queue = findQueue(channel, args.queue);
  const where = inVhost('queue', queue.name);
  if (args.ifUnused && queue.consumers.size > 0) throw new AmqpError(406, `${where} in use`);
  if (args.ifEmpty && readyCount(queue.ready) > 0) throw new AmqpError(406, `${where} not empty`);
}

function removeQueue(channel: Channel, args: Arguments<'queue.delete'>): number {
  const { broker } = channel.connection;
  const name = args.queue || channel.lastQueue;
  if (name !== undefined && !broker.queues.has(name)) return 0;
  assertDeletable(channel, args);
  return deleteQueue(broker, findQueue(channel, args.queue));
}

export const queueMethods = {
  'queue.declare'(channel: Channel, args: Arguments<'queue.declare'>) {
    const queue = declareQueue(channel, args);
    channel.lastQueue = queue.name;
    restartExpiry(channel.connection.broker, queue);
    enforceLimits(queue);
    if (args.nowait) return;
    const counts = { messageCount: readyCount(queue.ready), consumerCount: queue.consumers.size };
    sendWhenStored(channel, 'queue.declare-ok', { queue: queue.name, ...counts });
  },
  'queue.bind'(channel: Channel, args: Arguments<'queue.bind'>) {
    refuseDefaultExchange(args.exchange);
    const { broker, exchange, binding } = findBinding(channel, args);
    bind(broker, exchange, binding);
    if (!args.nowait) sendWhenStored(channel, 'queue.bind-ok', {});
  },
  'queue.unbind'(channel: Channel, args: Arguments<'queue.unbind'>) {
    refuseDefaultExchange(args.exchange);
    if (doBothExist(channel, args)) {
      const { broker, exchange, binding } = findBinding(channel, args);
      unbind(broker, exchange, binding);
    }
    sendWhenStored(channel, 'queue.unbind-ok', {});
  },
  'queue.purge'(channel: Channel, args: Arguments<'queue.purge'>) {
    const messageCount = purge(findQueue(channel, args.queue));
    if (!args.nowait) channel.send('queue.purge-ok', { messageCount });
  },
  'queue.delete'(channel: Channel, args: Arguments<'queue.delete'>) {
    const messageCount = removeQueue(channel, args);
    if (!args.nowait) sendWhenStored(channel, 'queue.delete-ok', { messageCount });
  },
};
