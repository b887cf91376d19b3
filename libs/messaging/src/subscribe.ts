import type { Channel, ChannelModel } from 'amqplib';
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

/** Declares a consumer's queue, binds it and works on what arrives. Gives a function that takes no more messages. */
export async function subscribe(
  connection: ChannelModel,
  { service, consumer, deps }: Subscription,
  context: SubscribeContext,
): Promise<() => Promise<void>> {
  const { topology, inFlight, onHandled, onError } = context;
  const queue = topology.queue(service, consumer.name);
  const channel: Channel = await connection.createChannel();
  channel.on('error', onError);
  await channel.assertQueue(queue, { durable: true });
  await channel.bindQueue(queue, topology.events, consumer.on.type);
  await channel.prefetch(consumer.prefetch ?? defaultPrefetch);
  const work = async (message: NonNullable<Parameters<Parameters<Channel['consume']>[1]>[0]>) => {
    const started = performance.now();
    const delivery = { queue, content: message.content, attempt: attemptOf(message) };
    const outcome = await deliver(consumer, deps, delivery, context);
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
  return async () => void (await channel.cancel(consumerTag).catch(() => {}));
}
