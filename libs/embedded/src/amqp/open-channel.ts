import type { Channel } from './channel';
import type { Connection } from './connection';
import type { Consumer } from './consumer';
import { isCongested, writeMessage, writeMethod } from './frame-writer';
import type { Queue } from './queue';
import type { Entry } from './ready-list';

/** Numbers a delivery and, unless it needs no acknowledgement, remembers it. */
export function trackDelivery(
  channel: Channel,
  { queue, entry, consumer, noAck }: { queue: Queue; entry: Entry; consumer: Consumer | undefined; noAck: boolean },
): number {
  const deliveryTag = channel.nextDeliveryTag++;
  if (noAck) return deliveryTag;
  channel.unacked.set(deliveryTag, { queue, entry, consumer });
  if (consumer) {
    consumer.unacked++;
    channel.consumerUnacked++;
  }
  return deliveryTag;
}

function deliver(channel: Channel, consumer: Consumer, entry: Entry): void {
  const { queue, noAck, tag } = consumer;
  const deliveryTag = trackDelivery(channel, { queue, entry, consumer, noAck });
  const { exchange, routingKey } = entry.message;
  const args = { consumerTag: tag, deliveryTag, redelivered: entry.redelivered, exchange, routingKey };
  writeMessage(channel.connection.writer, channel.number, { name: 'basic.deliver', args }, entry.message);
}

function queueIsGone(channel: Channel, consumer: Consumer): void {
  channel.consumers.delete(consumer.tag);
  if (channel.connection.wantsCancelNotices) {
    channel.send('basic.cancel', { consumerTag: consumer.tag, nowait: true });
  }
}

/** A new channel of a connection. */
export function openChannel(connection: Connection, number: number): Channel {
  const channel: Channel = {
    number,
    connection,
    closing: false,
    incoming: undefined,
    unacked: new Map(),
    nextDeliveryTag: 1,
    consumers: new Map(),
    heldBack: new Set(),
    prefetch: 0,
    consumerUnacked: 0,
    prefetchOfNewConsumers: 0,
    confirms: false,
    published: 0,
    confirmed: 0,
    lastQueue: undefined,
    send: (name, args) => writeMethod(connection.writer, number, name, args),
    isCongested: () => isCongested(connection.writer),
    deliver: (consumer, entry) => deliver(channel, consumer, entry),
    queueIsGone: (consumer) => queueIsGone(channel, consumer),
  };
  return channel;
}
