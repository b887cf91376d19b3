import { consumer, connectBroker, newMessage, RetryAfter, topologyOf, Unrecoverable } from '@herald/messaging';
import type { MessageType } from '@herald/contracts';
import type { Tested } from '@herald/testing';
import { connect } from 'amqplib';
import { allServices } from './services';

const waits = [1, 5, 30, 120, 600];

export type Found = { queue: string; text: string };

/** Everything that waits in the broker: in the queues of all consumers and of others, in retries and dead letters. */
export async function brokerContents({ env }: Tested, others: string[] = []): Promise<Found[]> {
  const topology = topologyOf(env.NAMESPACE!);
  const own = allServices.flatMap(({ name, consumers = [] }) => consumers.map((one) => topology.queue(name, one.name)));
  const connection = await connect(env.AMQP_URL!);
  const found: Found[] = [];
  try {
    for (const queue of [topology.dead, ...waits.map(topology.wait), ...own, ...others]) {
      const channel = await connection.createChannel();
      let isMissing = false;
      channel.on('error', () => (isMissing = true));
      const get = () => channel.get(queue).catch(() => false as const);
      for (let one = await get(); one; one = await get()) found.push({ queue, text: one.content.toString() });
      // The messages return to their queue.
      if (!isMissing) await channel.close();
    }
  } finally {
    await connection.close();
  }
  return found;
}

/** Beside the services: takes each message of some types, and gives it up or lets it wait for ten minutes. */
export async function failingConsumers({ env }: Tested, queueType: 'classic' | 'quorum' = 'classic') {
  const { AMQP_URL, NAMESPACE } = env;
  const broker = await connectBroker(AMQP_URL!, { namespace: NAMESPACE!, queueType, onError: () => {} });
  const state = { isMended: false };
  const taken: unknown[] = [];
  const consume = <Data extends object>(on: MessageType<Data>, name: string, fail: (data: Data) => Error) =>
    broker.consume(
      'tester',
      consumer({
        ...{ name: `${name}-${on.type.replace('.', '-')}`, on },
        async handle(data: Data) {
          if (!state.isMended) throw fail(data);
          taken.push(data);
        },
      }),
      {},
    );
  return {
    state,
    taken,
    publish: <Data>(type: MessageType<Data>, data: Data) => broker.publish(newMessage(type, data)),
    giveUp: <Data extends object>(on: MessageType<Data>) =>
      consume(on, 'dead', () => new Unrecoverable('It is broken')),
    postpone: <Data extends object>(on: MessageType<Data>) => consume(on, 'later', (data) => new RetryAfter(600, data)),
    stop: () => broker.close(),
  };
}
