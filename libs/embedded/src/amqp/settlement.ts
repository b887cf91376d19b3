import { AmqpError } from './amqp-error';
import type { Channel, Unacked } from './channel';
import type { Consumer } from './consumer';
import { deliverReady, wake } from './consumer';
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

function release(channel: Channel, consumer: Consumer | undefined): void {
  if (!consumer) return;
  consumer.unacked--;
  channel.consumerUnacked--;
}

function wakeHeldBack(channel: Channel, released: Set<Consumer>): void {
  const consumers = channel.prefetch > 0 ? channel.consumers.values() : released;
  for (const consumer of [...consumers]) if (channel.consumers.get(consumer.tag) === consumer) wake(consumer);
}

/** Ends deliveries: settled for good, sent to the dead letters, or put back. */
export function settle(channel: Channel, deliveries: Unacked[], verdict: Verdict): void {
  const released = new Set<Consumer>();
  const refilled = new Set<Queue>();
  for (const { queue, entry, consumer } of deliveries) {
    release(channel, consumer);
    if (consumer) released.add(consumer);
    if (queue.deleted) continue;
    if (verdict === 'ack') forget(queue, entry);
    else if (verdict === 'reject') queue.bury(queue, entry, 'rejected');
    else {
      giveBack(queue, entry);
      refilled.add(queue);
    }
  }
  for (const queue of refilled) {
    tidy(queue);
    deliverReady(queue);
  }
  wakeHeldBack(channel, released);
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
