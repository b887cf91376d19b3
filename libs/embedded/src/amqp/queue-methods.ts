import { AmqpError, inVhost, unsupported } from './amqp-error';
import type { Channel } from './channel';
import { findExchange, refuseDefaultExchange } from './exchange-methods';
import type { Table } from './field-table';
import type { Arguments } from './method-codec';
import { purge, tidy } from './queue';
import { declareQueue } from './queue-declaration';
import { findQueue } from './queue-lookup';
import { bind, deleteQueue, touchQueue, unbind } from './queue-registry';
import { readyCount } from './ready-list';
import { replyWhenStored } from './reply-when-stored';

function refuseArguments(what: string, args: Table): void {
  for (const name of args.keys()) throw unsupported(`argument '${name}' for ${what}`);
}

function bindingOf(channel: Channel, args: Arguments<'queue.bind'> | Arguments<'queue.unbind'>) {
  const { broker } = channel.connection;
  const exchange = findExchange(broker, args.exchange);
  const queue = findQueue(channel, args.queue);
  const routingKey = args.queue === '' && args.routingKey === '' ? queue.name : args.routingKey;
  refuseArguments('a binding', args.arguments);
  return { broker, exchange, binding: { queue, routingKey } };
}

/** What is not there needs no unbinding. */
function isBindable({ connection, lastQueue }: Channel, args: Arguments<'queue.unbind'>): boolean {
  const { exchanges, queues } = connection.broker;
  return exchanges.has(args.exchange) && queues.has(args.queue || (lastQueue ?? ''));
}

function assertDeletable(channel: Channel, args: Arguments<'queue.delete'>): void {
  const queue = findQueue(channel, args.queue);
  const where = inVhost('queue', queue.name);
  if (args.ifUnused && queue.consumers.size > 0) throw new AmqpError(406, `${where} in use`);
  if (args.ifEmpty && readyCount(queue.ready) > 0) throw new AmqpError(406, `${where} not empty`);
}

function remove(channel: Channel, args: Arguments<'queue.delete'>): number {
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
    touchQueue(channel.connection.broker, queue);
    tidy(queue);
    if (args.nowait) return;
    const counts = { messageCount: readyCount(queue.ready), consumerCount: queue.consumers.size };
    replyWhenStored(channel, 'queue.declare-ok', { queue: queue.name, ...counts });
  },
  'queue.bind'(channel: Channel, args: Arguments<'queue.bind'>) {
    refuseDefaultExchange(args.exchange);
    const { broker, exchange, binding } = bindingOf(channel, args);
    bind(broker, exchange, binding);
    if (!args.nowait) replyWhenStored(channel, 'queue.bind-ok', {});
  },
  'queue.unbind'(channel: Channel, args: Arguments<'queue.unbind'>) {
    refuseDefaultExchange(args.exchange);
    if (isBindable(channel, args)) {
      const { broker, exchange, binding } = bindingOf(channel, args);
      unbind(broker, exchange, binding);
    }
    replyWhenStored(channel, 'queue.unbind-ok', {});
  },
  'queue.purge'(channel: Channel, args: Arguments<'queue.purge'>) {
    const messageCount = purge(findQueue(channel, args.queue));
    if (!args.nowait) channel.send('queue.purge-ok', { messageCount });
  },
  'queue.delete'(channel: Channel, args: Arguments<'queue.delete'>) {
    const messageCount = remove(channel, args);
    if (!args.nowait) replyWhenStored(channel, 'queue.delete-ok', { messageCount });
  },
};
