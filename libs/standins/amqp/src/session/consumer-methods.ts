import { randomBytes } from 'node:crypto';
import { attach, resumeConsumers, type Consumer } from '../broker/consumer';
import { withDeliveryCount } from '../broker/delivery-count';
import { forget, takeNext, enforceLimits } from '../broker/queue';
import { removeConsumer, restartExpiry } from '../broker/queue-registry';
import { readyCount } from '../broker/ready-list';
import { AmqpError, inVhost, unsupported } from '../wire/amqp-error';
import { writeMessage } from '../wire/frame-writer';
import type { Arguments } from '../wire/method-codec';
import type { Channel } from './channel';
import { trackDelivery } from './open-channel';
import { findQueue } from './queue-lookup';

function createConsumer(channel: Channel, args: Arguments<'basic.consume'>): Consumer {
  const queue = findQueue(channel, args.queue);
  if (channel.consumers.has(args.consumerTag)) {
    throw new AmqpError(530, `attempt to reuse consumer tag '${args.consumerTag}'`);
  }
  for (const name of args.arguments.keys()) {
    throw unsupported(`argument '${name}' for a consumer`);
  }
  const others = [...queue.consumers];
  if (others.some(({ exclusive }) => exclusive) || (args.exclusive && others.length > 0)) {
    throw new AmqpError(403, `${inVhost('queue', queue.name)} in exclusive use`);
  }
  if (queue.settings.type === 'quorum' && channel.prefetch > 0) {
    throw new AmqpError(540, `${inVhost('queue', queue.name)} does not support global qos`);
  }
  const { noAck, exclusive } = args;
  const prefetch = noAck ? 0 : channel.prefetchOfNewConsumers;
  const tag = args.consumerTag || `amq.ctag-${randomBytes(16).toString('base64url')}`;
  return { tag, channel, queue, noAck, exclusive, prefetch, unacked: 0 };
}

function getMessage(channel: Channel, args: Arguments<'basic.get'>): void {
  const queue = findQueue(channel, args.queue);
  const { noAck } = args;
  restartExpiry(channel.connection.broker, queue);
  const entry = takeNext(queue);
  enforceLimits(queue);
  if (!entry) {
    channel.send('basic.get-empty', { clusterId: '' });
    return;
  }
  const deliveryTag = trackDelivery(channel, { queue, entry, consumer: undefined, noAck });
  const message = withDeliveryCount(queue, entry);
  const { exchange, routingKey } = message;
  const { redelivered } = entry;
  const method = {
    name: 'basic.get-ok' as const,
    args: { deliveryTag, redelivered, exchange, routingKey, messageCount: readyCount(queue.ready) },
  };
  writeMessage(channel.connection.writer, channel.number, method, message);
  if (noAck) forget(queue, entry);
}

function setPrefetch(channel: Channel, args: Arguments<'basic.qos'>): void {
  if (args.prefetchSize !== 0) throw new AmqpError(540, `prefetch_size!=0 (${args.prefetchSize})`);
  if (!args.global) {
    channel.prefetchOfNewConsumers = args.prefetchCount;
    return;
  }
  channel.prefetch = args.prefetchCount;
  resumeConsumers(channel);
}

export const consumerMethods = {
  'basic.qos'(channel: Channel, args: Arguments<'basic.qos'>) {
    setPrefetch(channel, args);
    channel.send('basic.qos-ok', {});
  },
  'basic.consume'(channel: Channel, args: Arguments<'basic.consume'>) {
    const consumer = createConsumer(channel, args);
    channel.consumers.set(consumer.tag, consumer);
    attach(consumer);
    restartExpiry(channel.connection.broker, consumer.queue);
    if (!args.nowait) channel.send('basic.consume-ok', { consumerTag: consumer.tag });
    resumeConsumers(channel);
  },
  'basic.cancel'(channel: Channel, { consumerTag, nowait }: Arguments<'basic.cancel'>) {
    const consumer = channel.consumers.get(consumerTag);
    channel.consumers.delete(consumerTag);
    if (consumer) removeConsumer(channel.connection.broker, consumer);
    if (!nowait) channel.send('basic.cancel-ok', { consumerTag });
  },
  'basic.get': getMessage,
};
