import { AmqpError } from './amqp-error';
import type { Channel, Unacked } from './channel';
import { deliverReady, lineUpHeldBack, resume } from './consumer';
import type { Queue } from './queue';
import { forget, giveBack, tidy } from './queue';

export type Verdict = 'ack' | 'reject' | 'requeue';

function taken(channel: Channel, deliveryTag: number): Unacked {
  const unacked = channel.unacked.get(deliveryTag);
  if (!unacked) throw new AmqpError(406, `unknown delivery tag ${deliveryTag}`);
  channel.unacked.delete(deliveryTag);
  return unacked;
}

/** Takes one delivery, or all up to it; with `multiple`, tag 0 stands for all there are. */
function takeUnacked(channel: Channel, deliveryTag: number, multiple: boolean): Unacked[] {
  if (!multiple) return [taken(channel, deliveryTag)];
  if (deliveryTag !== 0 && !channel.unacked.has(deliveryTag)) {
    throw new AmqpError(406, `unknown delivery tag ${deliveryTag}`);
  }
  const found: Unacked[] = [];
  for (const [tag, unacked] of channel.unacked) {
    if (deliveryTag !== 0 && tag > deliveryTag) break;
    channel.unacked.delete(tag);
    found.push(unacked);
  }
  return found;
}

function release(channel: Channel, deliveries: Unacked[]): void {
  for (const { consumer } of deliveries) {
    if (!consumer) continue;
    consumer.unacked--;
    channel.consumerUnacked--;
  }
}

function finish({ queue, entry }: Unacked, verdict: Verdict): void {
  if (verdict === 'ack' || queue.deleted) forget(queue, entry);
  else if (verdict === 'reject') queue.bury(queue, entry, 'rejected');
  else giveBack(queue, entry);
}

/**
 * Ends deliveries: settled for good, sent to the dead letters, or put back. As in RabbitMQ, consumers with a limit of
 * their own stand in line again before messages are given out anew, those with their channel's limit after that.
 */
export function settle(channel: Channel, deliveries: Unacked[], verdict: Verdict): void {
  release(channel, deliveries);
  const touched = channel.prefetch === 0 ? lineUpHeldBack(channel) : new Set<Queue>();
  for (const delivery of deliveries) {
    finish(delivery, verdict);
    if (verdict === 'requeue' && !delivery.queue.deleted) touched.add(delivery.queue);
  }
  for (const queue of touched) {
    tidy(queue);
    deliverReady(queue);
  }
  resume(channel);
}

/** A client's word on one delivery or several. */
export function settleByTag(channel: Channel, deliveryTag: number, multiple: boolean, verdict: Verdict): void {
  settle(channel, takeUnacked(channel, deliveryTag, multiple), verdict);
}

/** Puts back all that the channel holds. */
export function requeueAll(channel: Channel): void {
  const deliveries = [...channel.unacked.values()];
  channel.unacked.clear();
  settle(channel, deliveries, 'requeue');
}
