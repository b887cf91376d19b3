import { setTimeout as sleep } from 'node:timers/promises';
import { withDeadline } from '@herald/concurrency';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Link } from './connection';
import type { Consumer } from './consumer';
import { attemptOf, deliver, type DeliverContext, type Outcome } from './deliver';
import { keepChannel } from './keep-channel';
import { messagesIn } from './messages-in';
import type { QueueTypeWatch } from './other-queue-type';
import { declareQueue, type QueueSpec } from './topology';

export type Handled = { queue: string; outcome: Outcome; seconds: number };
export type Subscription<Deps = never> = { queue: QueueSpec; consumer: Consumer<Deps>; deps: Deps };
type SubscribeContext = Omit<DeliverContext, 'signal'> & {
  onHandled(handled: Handled): void;
  types: QueueTypeWatch;
};

const defaultPrefetch = 20;
const maxGiveBackDelayMs = 60_000;
const cancelTimeoutMs = 2_000;

export type Active = {
  /** True while the broker delivers to this consumer. */
  isLive(): boolean;
  /** Stops consuming and aborts the signals of the handlers in progress. */
  cancel(): Promise<void>;
  /** Resolves when no handler is in progress. */
  idle(): Promise<unknown>;
  /** Closes after the last acknowledgement was sent: closing the connection alone would drop the last ones. */
  close(): Promise<void>;
};

/** Declares a consumer's queue, binds it and works on what arrives, on channels that are replaced when they close. */
export async function subscribe(
  link: Link,
  { queue: spec, consumer, deps }: Subscription,
  context: SubscribeContext,
): Promise<Active> {
  const { topology, onHandled, types, onError } = context;
  const queue = spec.name;
  const inFlight = new Map<Promise<void>, AbortController>();
  const consumerTags = new WeakMap<Channel, string>();

  const work = async (channel: Channel, message: ConsumeMessage, signal: AbortSignal) => {
    types.see(queue, message);
    const attempt = attemptOf(message);
    const handling = messagesIn(message.content, message.properties.headers).map((one) =>
      timed(queue, () => deliver(consumer, deps, { ...one, queue, attempt }, { ...context, signal })),
    );
    const handled = await allOf(handling).catch(giveBackOn(channel, message, signal));
    channel.ack(message);
    handled.forEach(onHandled);
  };
  const prepare = async (channel: Channel) => {
    await channel.bindQueue(queue, topology.events, consumer.on.type);
    await channel.prefetch(consumer.prefetch ?? defaultPrefetch);
    const { consumerTag } = await channel.consume(queue, (message) => {
      // The broker cancelled the consumer: the replacing channel declares the queue again.
      if (!message) return void channel.close().catch(onError);
      const stop = new AbortController();
      const working = work(channel, message, stop.signal)
        .catch(onError)
        .finally(() => inFlight.delete(working));
      inFlight.set(working, stop);
    });
    consumerTags.set(channel, consumerTag);
  };
  const create = async (connection: ChannelModel) => {
    if (!(await declareQueue(connection, spec))) await types.compare(connection, [spec]).catch(onError);
    return connection.createChannel();
  };
  const kept = await keepChannel(link, { create, prepare }, onError);

  return {
    isLive: () => kept.current() !== undefined,
    async cancel() {
      const channel = kept.current();
      const cancelled = channel?.cancel(consumerTags.get(channel)!) ?? Promise.resolve();
      await withDeadline(cancelTimeoutMs, 'Cancelling a consumer', Promise.resolve(cancelled)).catch(() => {});
      for (const stop of inFlight.values()) stop.abort();
    },
    idle: () => Promise.all(inFlight.keys()),
    close: kept.close,
  };
}

async function timed(queue: string, handle: () => Promise<Outcome>): Promise<Handled> {
  const started = performance.now();
  const outcome = await handle();
  return { queue, outcome, seconds: (performance.now() - started) / 1000 };
}

/** All outcomes, once all are there; fails if one failed. */
async function allOf<T>(working: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(working);
  return Promise.all(working);
}

/**
 * A message that could be neither handled nor sent on goes back to its queue, after a delay that doubles: quorum queues
 * of RabbitMQ before 4.3 count it as a failed delivery, and a broker in trouble must not use up their limit.
 */
function giveBackOn(channel: Channel, message: ConsumeMessage, signal: AbortSignal) {
  const counted = message.properties.headers?.['x-delivery-count'] as unknown;
  const delayMs = Math.min(1_000 * 2 ** (typeof counted === 'number' ? counted : 0), maxGiveBackDelayMs);
  return async (error: unknown): Promise<never> => {
    await sleep(delayMs, undefined, { signal }).catch(() => {});
    channel.nack(message, false, true);
    throw error;
  };
}
