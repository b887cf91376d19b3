import { deliverReady, resumeConsumers, unblockConsumers } from '../broker/consumer';
import { enforceLimits, forget, requeue, type Queue } from '../broker/queue';
import { AmqpError } from '../wire/amqp-error';
import type { Channel, Unacked } from './channel';

export type Settlement = 'ack' | 'reject' | 'requeue';

function unknownTag(deliveryTag: number): AmqpError {
  return new AmqpError(406, `unknown delivery tag ${deliveryTag}`);
}

function takeOne(channel: Channel, deliveryTag: number): Unacked {
  const unacked = channel.unacked.get(deliveryTag);
  if (!unacked) throw unknownTag(deliveryTag);
  channel.unacked.delete(deliveryTag);
  return unacked;
}

/** Removes one delivery from the channel; with `multiple` all up to it, and with tag 0 all there are. */
function takeUnacked(channel: Channel, deliveryTag: number, multiple: boolean): Unacked[] {
  if (!multiple) return [takeOne(channel, deliveryTag)];
  if (deliveryTag !== 0 && !channel.unacked.has(deliveryTag)) throw unknownTag(deliveryTag);
  const found: Unacked[] = [];
  for (const [tag, unacked] of channel.unacked) {
    if (deliveryTag !== 0 && tag > deliveryTag) break;
    channel.unacked.delete(tag);
    found.push(unacked);
  }
  return found;
}

function releasePrefetch(channel: Channel, deliveries: Unacked[]): void {
  for (const { consumer } of deliveries) {
    if (!consumer) continue;
    consumer.unacked--;
    channel.consumerUnacked--;
  }
}

function settleOne({ queue, entry }: Unacked, settlement: Settlement): void {
  if (settlement === 'ack' || queue.deleted) forget(queue, entry);
  else if (settlement === 'reject') queue.deadLetter(queue, entry, 'rejected');
  else requeue(queue, entry);
}

/**
 * Settles deliveries: acknowledges, dead-letters or requeues them. As in RabbitMQ, without a prefetch limit of the
 * channel its consumers are unblocked before messages are delivered again, otherwise after that.
 */
function settle(channel: Channel, deliveries: Unacked[], settlement: Settlement): void {
  releasePrefetch(channel, deliveries);
  const queues = channel.prefetch === 0 ? unblockConsumers(channel) : new Set<Queue>();
  for (const delivery of deliveries) {
    settleOne(delivery, settlement);
    if (settlement === 'requeue' && !delivery.queue.deleted) queues.add(delivery.queue);
  }
  for (const queue of queues) {
    enforceLimits(queue);
    deliverReady(queue);
  }
  resumeConsumers(channel);
}

/** Settles the deliveries that a client names by tag. */
export function settleByTag(channel: Channel, deliveryTag: number, multiple: boolean, settlement: Settlement): void {
  settle(channel, takeUnacked(channel, deliveryTag, multiple), settlement);
}

/** Requeues all unacknowledged deliveries of a channel. */
export function requeueAll(channel: Channel): void {
  const deliveries = [...channel.unacked.values()];
  channel.unacked.clear();
  settle(channel, deliveries, 'requeue');
}
