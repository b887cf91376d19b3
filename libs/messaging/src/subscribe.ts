import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Consumer } from './consumer';
import { attemptOf, deliver, type Outcome } from './deliver';
import type { Publisher } from './publisher';
import type { Topology } from './topology';

export type Handled = { queue: string; outcome: Outcome; seconds: number };
export type Subscription<Deps = never> = { service: string; consumer: Consumer<Deps>; deps: Deps };
export type SubscribeContext = {
  topology: Topology;
  publish: Publisher;
  inFlight: Set<Promise<void>>;
  onHandled(handled: Handled): void;
  onError(error: unknown): void;
};

const defaultPrefetch = 20;

export type Active = {
  /** Takes no more messages. */
  cancel(): Promise<void>;
  /** Leaves once the broker has every acknowledgement: closing the connection alone would drop the last ones. */
  close(): Promise<void>;
};

/** Declares a consumer's queue, binds it and works on what arrives. */
export async function subscribe(
  connection: ChannelModel,
  { service, consumer, deps }: Subscription,
  context: SubscribeContext,
): Promise<Active> {
  const { topology, inFlight, onHandled, onError } = context;
  const queue = topology.queue(service, consumer.name);
  const channel: Channel = await connection.createChannel();
  channel.on('error', onError);
  await channel.assertQueue(queue, { durable: true });
  await channel.bindQueue(queue, topology.events, consumer.on.type);
  await channel.prefetch(consumer.prefetch ?? defaultPrefetch);
  const work = async (message: ConsumeMessage) => {
    const started = performance.now();
    const delivery = { queue, content: message.content, attempt: attemptOf(message) };
    const outcome = await deliver(consumer, deps, delivery, context).catch(giveBack(channel, message));
    channel.ack(message);
    onHandled({ queue, outcome, seconds: (performance.now() - started) / 1000 });
  };
  const { consumerTag } = await channel.consume(queue, (message) => {
    // The broker took the queue from us: a new connection declares it again.
    if (!message) return void connection.close().catch(onError);
    const working = work(message)
      .catch(onError)
      .finally(() => inFlight.delete(working));
    inFlight.add(working);
  });
  return {
    cancel: async () => void (await channel.cancel(consumerTag).catch(() => {})),
    close: () => channel.close().catch(() => {}),
  };
}

/** A message that could be neither handled nor sent on goes back to its queue, a moment later. */
function giveBack(channel: Channel, message: ConsumeMessage) {
  return async (error: unknown): Promise<never> => {
    await sleep(1_000);
    channel.nack(message, false, true);
    throw error;
  };
}
