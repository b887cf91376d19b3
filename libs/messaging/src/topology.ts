import type { Channel, ChannelModel, Options } from 'amqplib';
import { deadLettersQueue, consumersQueue, waitingQueue, type QueueType } from './queue-type';

/** Names of everything Herald declares at a broker; `namespace` keeps several Heralds apart. */
export function topologyOf(namespace: string) {
  return {
    /** All messages are published here, under their type. */
    events: `${namespace}.events`,
    /** The exchange and queue of dead letters; the routing key is the queue a message comes from. */
    dead: `${namespace}.dead`,
    /**
     * The exchange whose messages return to their queue after a delay; the routing key is the queue. A topic exchange,
     * so that the broker can limit each service to its own queues.
     */
    retry: (seconds: number) => `${namespace}.retry.${seconds}s`,
    /** The queue behind a retry exchange. */
    wait: (seconds: number) => `${namespace}.wait.${seconds}s`,
    queue: (service: string, consumer: string) => `${namespace}.${service}.${consumer}`,
  };
}

export type Topology = ReturnType<typeof topologyOf>;

/** An election of the database, which fails several tries in a row, is over before a message waits longer than 5 s. */
const waitsOfTries = [1, 5, 5, 5, 5, 5, 30, 120, 600];
/** The delays in seconds between the tries of a message, each once: every one has a queue. */
export const retryWaits = [...new Set(waitsOfTries)];

/** The seconds that a message waits after its first, second or a later failure. */
export const waitAfterTry = (attempt: number): number => waitsOfTries[Math.min(attempt, waitsOfTries.length) - 1]!;

/** The longest delay that does not exceed this time; a longer wait takes several delays. */
export function waitFor(seconds: number): number {
  return retryWaits.findLast((wait) => wait <= seconds) ?? retryWaits[0]!;
}

export type QueueSpec = { name: string; options: Options.AssertQueue };
type SharedTopology = {
  exchanges: { name: string; type: 'topic' }[];
  queues: QueueSpec[];
  bindings: { queue: string; exchange: string; pattern: string }[];
};

/** The exchanges and queues that all services share. */
export function sharedTopology({ events, dead, retry, wait }: Topology, type: QueueType): SharedTopology {
  return {
    exchanges: [
      { name: events, type: 'topic' },
      { name: dead, type: 'topic' },
      ...retryWaits.map((seconds) => ({ name: retry(seconds), type: 'topic' as const })),
    ],
    queues: [
      { name: dead, options: deadLettersQueue(type) },
      ...retryWaits.map((seconds) => ({ name: wait(seconds), options: waitingQueue(type, seconds) })),
    ],
    bindings: [
      { queue: dead, exchange: dead, pattern: '#' },
      ...retryWaits.map((seconds) => ({ queue: wait(seconds), exchange: retry(seconds), pattern: '#' })),
    ],
  };
}

/** The queue of a consumer. */
export function consumerTopology({ dead }: Topology, type: QueueType, queue: string): QueueSpec {
  return { name: queue, options: consumersQueue(type, { queue, deadLetterExchange: dead }) };
}

/**
 * Declares the shared exchanges and queues that are missing, and returns the queues that were there. Every service may
 * do it, in any order.
 */
export async function declareShared(
  connection: ChannelModel,
  { exchanges, queues, bindings }: SharedTopology,
): Promise<QueueSpec[]> {
  const isThere = await succeeds(connection, async (channel) => {
    for (const { name } of exchanges) await channel.checkExchange(name);
    for (const { name } of queues) await channel.checkQueue(name);
  });
  if (isThere) return queues;
  const channel = await openChannel(connection);
  for (const { name, type } of exchanges) await channel.assertExchange(name, type, { durable: true });
  const existing: QueueSpec[] = [];
  for (const queue of queues) if (!(await declareQueue(connection, queue))) existing.push(queue);
  for (const { queue, exchange, pattern } of bindings) await channel.bindQueue(queue, exchange, pattern);
  await channel.close();
  return existing;
}

/** How many messages of a queue wait. Throws without a connection. */
export async function countMessages(connection: ChannelModel | undefined, queue: string): Promise<number> {
  if (!connection) throw new Error('There is no connection to the broker');
  const channel = await openChannel(connection);
  const { messageCount } = await channel.checkQueue(queue);
  await channel.close();
  return messageCount;
}

/** Whether there is a queue of this name. */
export const queueExists = (connection: ChannelModel, name: string): Promise<boolean> =>
  succeeds(connection, (channel) => channel.checkQueue(name));

/** Declares a queue unless it exists, whatever its arguments; false if it exists. */
export async function declareQueue(connection: ChannelModel, { name, options }: QueueSpec): Promise<boolean> {
  if (await queueExists(connection, name)) return false;
  const channel = await openChannel(connection);
  await channel.assertQueue(name, options);
  await channel.close();
  return true;
}

/**
 * Whether a queue that exists has these arguments; undefined if the user may not ask, because it takes the right to
 * configure. A queue that is missing is declared.
 */
export async function isDeclaredAs(
  connection: ChannelModel,
  { name, options }: QueueSpec,
): Promise<boolean | undefined> {
  const channel = await openChannel(connection);
  try {
    await channel.assertQueue(name, options);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === preconditionFailed) return false;
    if (code === accessRefused) return undefined;
    throw error;
  }
  await channel.close();
  return true;
}

/**
 * True if checks succeed, on a channel of their own, because a failing check closes its channel. A declaration needs
 * the right to configure even where everything exists. A check needs no right at RabbitMQ before 4.2.6, that of
 * configuring at 4.2.6 and 4.3.0, and any right to the resource since. A refused check therefore counts as success:
 * the definitions that gave the user its rights have declared the resource, and the user could not.
 */
async function succeeds(connection: ChannelModel, check: (channel: Channel) => Promise<unknown>): Promise<boolean> {
  const channel = await openChannel(connection);
  try {
    await check(channel);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === notFound) return false;
    if (code === accessRefused) return true;
    throw error;
  }
  await channel.close();
  return true;
}

const accessRefused = 403;
const notFound = 404;
const preconditionFailed = 406;

async function openChannel(connection: ChannelModel): Promise<Channel> {
  const channel = await connection.createChannel();
  // The pending declaration is rejected with the error.
  channel.on('error', () => {});
  return channel;
}
