import type { Channel, ChannelModel, Options } from 'amqplib';

/** Names of everything Herald declares at a broker; `namespace` keeps several Heralds apart. */
export function topologyOf(namespace: string) {
  return {
    /** All messages are published here, under their type. */
    events: `${namespace}.events`,
    /** An exchange and its queue: messages that cannot be handled, under the name of the queue they come from. */
    dead: `${namespace}.dead`,
    /**
     * Where a message is published, under the name of its queue, to come back to it after some seconds. A topic exchange, so that
     * the broker can limit each service to its own queues.
     */
    retry: (seconds: number) => `${namespace}.retry.${seconds}s`,
    /** The queue behind a retry exchange. */
    wait: (seconds: number) => `${namespace}.wait.${seconds}s`,
    queue: (service: string, consumer: string) => `${namespace}.${service}.${consumer}`,
  };
}

export type Topology = ReturnType<typeof topologyOf>;

/** Seconds before each further try; the last one repeats. */
export const retryWaits = [1, 5, 30, 120, 600];

/** The longest wait that does not go beyond so many seconds: who must wait longer waits several times. */
export function waitFor(seconds: number): number {
  return retryWaits.findLast((wait) => wait <= seconds) ?? retryWaits[0]!;
}

export type SharedTopology = {
  exchanges: { name: string; type: 'topic' }[];
  queues: { name: string; options: Options.AssertQueue }[];
  bindings: { queue: string; exchange: string; pattern: string }[];
};

/** What all services share. */
export function sharedTopology({ events, dead, retry, wait }: Topology): SharedTopology {
  return {
    exchanges: [
      { name: events, type: 'topic' },
      { name: dead, type: 'topic' },
      ...retryWaits.map((seconds) => ({ name: retry(seconds), type: 'topic' as const })),
    ],
    queues: [
      { name: dead, options: { durable: true } },
      ...retryWaits.map((seconds) => ({
        name: wait(seconds),
        // The routing key is the queue a message came from; an empty dead-letter exchange leads back to it by name.
        options: { durable: true, messageTtl: seconds * 1000, deadLetterExchange: '' },
      })),
    ],
    bindings: [
      { queue: dead, exchange: dead, pattern: '#' },
      ...retryWaits.map((seconds) => ({ queue: wait(seconds), exchange: retry(seconds), pattern: '#' })),
    ],
  };
}

/** Declares what is missing of what all services share. Every service may do it, in any order. */
export async function declareShared(connection: ChannelModel, topology: Topology): Promise<void> {
  const { exchanges, queues, bindings } = sharedTopology(topology);
  const isThere = await succeeds(connection, async (channel) => {
    for (const { name } of exchanges) await channel.checkExchange(name);
    for (const { name } of queues) await channel.checkQueue(name);
  });
  if (isThere) return;
  const channel = await openChannel(connection);
  for (const { name, type } of exchanges) await channel.assertExchange(name, type, { durable: true });
  for (const { name, options } of queues) await channel.assertQueue(name, options);
  for (const { queue, exchange, pattern } of bindings) await channel.bindQueue(queue, exchange, pattern);
  await channel.close();
}

/** Declares a queue unless it exists. */
export async function declareQueue(connection: ChannelModel, queue: string): Promise<void> {
  if (await succeeds(connection, (channel) => channel.checkQueue(queue))) return;
  const channel = await openChannel(connection);
  await channel.assertQueue(queue, { durable: true });
  await channel.close();
}

/**
 * Whether checks succeed, on a channel of their own: the broker closes the channel of one that fails. A check needs no right at
 * the broker, a declaration needs the right to configure also where everything exists.
 */
async function succeeds(connection: ChannelModel, check: (channel: Channel) => Promise<unknown>): Promise<boolean> {
  const channel = await openChannel(connection);
  try {
    await check(channel);
  } catch (error) {
    if ((error as { code?: unknown }).code === notFound) return false;
    throw error;
  }
  await channel.close();
  return true;
}

const notFound = 404;

async function openChannel(connection: ChannelModel): Promise<Channel> {
  const channel = await connection.createChannel();
  // The pending declaration is rejected with the error.
  channel.on('error', () => {});
  return channel;
}
