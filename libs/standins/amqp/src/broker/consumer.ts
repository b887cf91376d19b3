import type { Entry } from '../store/store';
import { propertiesOf, type Message } from '../wire/message';
import { append, createEntry, enforceLimits, expiryOf, forget, takeNext, type Queue } from './queue';
import { readyCount } from './ready-list';

/** A channel, as the broker needs it: it delivers to consumers and limits what they hold unacknowledged. */
export type ConsumerChannel = {
  /** Consumers that may not receive more at the moment, in the order in which they were blocked. */
  readonly blockedConsumers: Set<Consumer>;
  /** How many unacknowledged messages all consumers of the channel together may hold; 0 is no limit. */
  prefetch: number;
  /** How many they hold. */
  consumerUnacked: number;
  /** Whether the client reads its deliveries too slowly. */
  isCongested(): boolean;
  deliver(consumer: Consumer, entry: Entry): void;
  onQueueDeleted(consumer: Consumer): void;
};

export type Consumer = {
  readonly tag: string;
  readonly channel: ConsumerChannel;
  readonly queue: Queue;
  readonly noAck: boolean;
  readonly exclusive: boolean;
  /** How many unacknowledged messages it may hold; 0 is no limit. */
  readonly prefetch: number;
  unacked: number;
};

/** Whether its prefetch limits and its connection let a consumer receive one more message. */
function canReceive({ noAck, prefetch, unacked, channel }: Consumer): boolean {
  if (channel.isCongested()) return false;
  if (noAck) return true;
  if (prefetch > 0 && unacked >= prefetch) return false;
  return channel.prefetch === 0 || channel.consumerUnacked < channel.prefetch;
}

function block(consumer: Consumer): void {
  const { blockedConsumers } = consumer.channel;
  // A consumer that is blocked again moves to the end.
  blockedConsumers.delete(consumer);
  blockedConsumers.add(consumer);
}

/** The next consumer in round-robin order. Consumers that cannot receive are blocked. */
function nextConsumer({ activeConsumers }: Queue): Consumer | undefined {
  for (let consumer = activeConsumers.shift(); consumer; consumer = activeConsumers.shift()) {
    if (canReceive(consumer)) {
      activeConsumers.push(consumer);
      return consumer;
    }
    block(consumer);
  }
  return undefined;
}

function deliver(consumer: Consumer, entry: Entry): void {
  consumer.channel.deliver(consumer, entry);
  if (consumer.noAck) forget(consumer.queue, entry);
}

/** Delivers ready messages to consumers in round-robin order, within their limits. */
export function deliverReady(queue: Queue): void {
  while (readyCount(queue.ready) > 0) {
    const consumer = nextConsumer(queue);
    if (!consumer) break;
    const entry = takeNext(queue);
    if (entry) deliver(consumer, entry);
  }
  enforceLimits(queue);
}

/** Adds a new message to a queue, or delivers it at once if no other message waits. */
export function enqueue(queue: Queue, message: Message): void {
  const entry = createEntry(queue, message, expiryOf(queue, message.expires ? propertiesOf(message) : []));
  const consumer = readyCount(queue.ready) === 0 ? nextConsumer(queue) : undefined;
  if (consumer) {
    deliver(consumer, entry);
    return;
  }
  append(queue, entry);
  enforceLimits(queue);
}

/** Unblocks the consumers of a channel that can receive again; returns their queues. */
export function unblockConsumers({ blockedConsumers }: ConsumerChannel): Set<Queue> {
  const queues = new Set<Queue>();
  for (const consumer of [...blockedConsumers]) {
    if (!canReceive(consumer)) continue;
    blockedConsumers.delete(consumer);
    consumer.queue.activeConsumers.push(consumer);
    queues.add(consumer.queue);
  }
  return queues;
}

/** Unblocks the consumers of a channel that can receive again, and delivers to them. */
export function resumeConsumers(channel: ConsumerChannel): void {
  for (const queue of unblockConsumers(channel)) deliverReady(queue);
}

/** Adds a consumer to its queue. It is blocked until `resumeConsumers`, so that its client learns its tag first. */
export function attach(consumer: Consumer): void {
  consumer.queue.consumers.add(consumer);
  block(consumer);
}

/** Removes a consumer from its queue. */
export function detach(consumer: Consumer): void {
  const { queue, channel } = consumer;
  queue.consumers.delete(consumer);
  const index = queue.activeConsumers.indexOf(consumer);
  if (index >= 0) queue.activeConsumers.splice(index, 1);
  channel.blockedConsumers.delete(consumer);
}
