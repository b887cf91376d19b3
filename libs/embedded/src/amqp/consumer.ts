import type { Channel } from './channel';
import type { Message } from './message';
import type { Queue } from './queue';
import { admit, append, expiryOf, forget, takeNext, tidy } from './queue';
import { propertiesOf } from './message';
import type { Entry } from './ready-list';
import { readyCount } from './ready-list';

export type Consumer = {
  readonly tag: string;
  readonly channel: Channel;
  readonly queue: Queue;
  readonly noAck: boolean;
  readonly exclusive: boolean;
  /** How many unacknowledged messages it may hold; 0 is no limit. */
  readonly prefetch: number;
  unacked: number;
  /** Whether it stands in its queue's row of consumers that may be given a message. */
  queued: boolean;
};

function hasCredit({ noAck, prefetch, unacked, channel }: Consumer): boolean {
  if (noAck) return true;
  if (prefetch > 0 && unacked >= prefetch) return false;
  return channel.prefetch === 0 || channel.consumerUnacked < channel.prefetch;
}

function holdBack(consumer: Consumer): void {
  consumer.queued = false;
  consumer.channel.heldBack.delete(consumer);
  consumer.channel.heldBack.add(consumer);
}

/** The consumer whose turn it is; those that may not take more leave the row until they are woken. */
function nextConsumer({ waiting }: Queue): Consumer | undefined {
  for (let consumer = waiting.shift(); consumer; consumer = waiting.shift()) {
    if (hasCredit(consumer) && !consumer.channel.isCongested()) {
      waiting.push(consumer);
      return consumer;
    }
    holdBack(consumer);
  }
  return undefined;
}

function hand(consumer: Consumer, entry: Entry): void {
  consumer.channel.deliver(consumer, entry);
  if (consumer.noAck) forget(consumer.queue, entry);
}

/** Gives ready messages to consumers, in turn, as far as they may take more. */
export function deliverReady(queue: Queue): void {
  while (readyCount(queue.ready) > 0) {
    const consumer = nextConsumer(queue);
    if (!consumer) break;
    const entry = takeNext(queue);
    if (entry) hand(consumer, entry);
  }
  tidy(queue);
}

/** A message arrives: straight to a consumer when nothing waits before it, otherwise to the queue's end. */
export function enqueue(queue: Queue, message: Message): void {
  const entry = admit(queue, message, expiryOf(queue, message.expires ? propertiesOf(message) : []));
  const consumer = readyCount(queue.ready) === 0 ? nextConsumer(queue) : undefined;
  if (consumer) {
    hand(consumer, entry);
    return;
  }
  append(queue, entry);
  tidy(queue);
}

function lineUp(consumer: Consumer): boolean {
  if (!hasCredit(consumer) || consumer.channel.isCongested()) return false;
  consumer.channel.heldBack.delete(consumer);
  consumer.queued = true;
  consumer.queue.waiting.push(consumer);
  return true;
}

/** Lets consumers that were held back stand in line again where they may take more; answers their queues. */
export function lineUpHeldBack({ heldBack }: Channel): Set<Queue> {
  const queues = new Set<Queue>();
  for (const consumer of [...heldBack]) if (lineUp(consumer)) queues.add(consumer.queue);
  return queues;
}

/** Lets consumers that were held back take part again. */
export function resume(channel: Channel): void {
  for (const queue of lineUpHeldBack(channel)) deliverReady(queue);
}

/** Adds a consumer to its queue. */
export function attach(consumer: Consumer): void {
  consumer.queue.consumers.add(consumer);
  holdBack(consumer);
}

/** Takes a consumer off its queue. */
export function detach(consumer: Consumer): void {
  const { queue } = consumer;
  queue.consumers.delete(consumer);
  const index = queue.waiting.indexOf(consumer);
  if (index >= 0) queue.waiting.splice(index, 1);
  consumer.channel.heldBack.delete(consumer);
}
