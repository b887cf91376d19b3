import type { Consumer } from '../broker/consumer';
import type { Entry } from '../store/store';
import { withDeliveryCount } from '../broker/delivery-count';
import { isCongested, writeMessage, writeMethod } from '../wire/frame-writer';
import type { Channel, Unacked } from './channel';
import type { Connection } from './connection';

/** Gives a delivery its tag and, unless the client needs not acknowledge it, records it as unacknowledged. */
export function trackDelivery(channel: Channel, { noAck, ...delivery }: Unacked & { noAck: boolean }): number {
  const deliveryTag = channel.nextDeliveryTag++;
  if (noAck) return deliveryTag;
  channel.unacked.set(deliveryTag, delivery);
  if (delivery.consumer) {
    delivery.consumer.unacked++;
    channel.consumerUnacked++;
  }
  return deliveryTag;
}

function deliver(channel: Channel, consumer: Consumer, entry: Entry): void {
  const { queue, noAck, tag } = consumer;
  const deliveryTag = trackDelivery(channel, { queue, entry, consumer, noAck });
  const message = withDeliveryCount(queue, entry);
  const { exchange, routingKey } = message;
  const args = { consumerTag: tag, deliveryTag, redelivered: entry.redelivered, exchange, routingKey };
  writeMessage(channel.connection.writer, channel.number, { name: 'basic.deliver', args }, message);
}

function onQueueDeleted(channel: Channel, consumer: Consumer): void {
  channel.consumers.delete(consumer.tag);
  if (channel.connection.supportsCancelNotify) {
    channel.send('basic.cancel', { consumerTag: consumer.tag, nowait: true });
  }
}

/** A new channel of a connection. */
export function openChannel(connection: Connection, number: number): Channel {
  const channel: Channel = {
    number,
    connection,
    isClosing: false,
    incoming: undefined,
    unacked: new Map(),
    nextDeliveryTag: 1,
    consumers: new Map(),
    blockedConsumers: new Set(),
    prefetch: 0,
    consumerUnacked: 0,
    prefetchOfNewConsumers: 0,
    confirms: false,
    lastPublished: 0,
    lastConfirmed: 0,
    lastQueue: undefined,
    send: (name, args) => writeMethod(connection.writer, number, name, args),
    isCongested: () => isCongested(connection.writer),
    deliver: (consumer, entry) => deliver(channel, consumer, entry),
    onQueueDeleted: (consumer) => onQueueDeleted(channel, consumer),
  };
  return channel;
}
