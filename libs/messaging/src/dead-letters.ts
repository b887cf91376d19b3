import type { ChannelModel, ConfirmChannel, GetMessage } from 'amqplib';
import { openConnection } from './connection';
import { giveBack } from './give-back';
import { traceHeadersOf } from './message-spans';
import { publishMandatory } from './publish-mandatory';
import { reasonOfBroker } from './reason-of-broker';
import { rewriteQueue, type Decide, type OnChannels, type Rewritten } from './rewrite-queue';
import { retryWaits, topologyOf, type Topology } from './topology';

/** What may be shown of a dead letter: never its data, which may contain secrets. */
export type DeadLetter = {
  /** When the message was published. */
  at?: string;
  /** The queue it came from. */
  queue?: string;
  reason?: string;
  tries?: number;
  id?: string;
  type?: string;
};
/** `queue` with or without the namespace; `limit` is a maximum. */
export type DeadLetterFilter = { queue?: string; id?: string; limit?: number };
export type DeadLetters = {
  /** Oldest first; the messages stay in the queue. */
  list(filter?: DeadLetterFilter): Promise<DeadLetter[]>;
  /**
   * Redrives messages to the queues they came from, with a fresh count of tries. Each leaves the dead letters once the
   * broker has confirmed it in its queue: a crash in between leaves it in both. `kept` counts messages whose queue is
   * gone.
   */
  redrive(filter?: DeadLetterFilter): Promise<{ redriven: DeadLetter[]; kept: DeadLetter[] }>;
  /** Whether there is any dead letter, or any message that waits for a retry. */
  isEmpty(): Promise<boolean>;
  /**
   * Rewrites or removes dead letters and messages that wait for a retry. What another process looks at meanwhile is
   * missed. A message that is rewritten is in its queue twice after a crash.
   */
  rewrite(decide: Decide, signal: AbortSignal): Promise<Rewritten>;
  close(): Promise<void>;
};

/** The broker has no queue of this name. */
export class UnknownQueue extends Error {}

/** True if the message was acknowledged. */
type Visit = (message: GetMessage, letter: DeadLetter, channel: ConfirmChannel) => Promise<boolean | void>;

/** Opens the dead letters of one installation. */
export async function deadLetters(urls: string, namespace: string): Promise<DeadLetters> {
  const connection = await openConnection(urls);
  connection.on('error', () => {});
  const topology = topologyOf(namespace);

  const onChannels: OnChannels = (count, work) => onChannelsOf(connection, count, work);
  const onChannel: OnChannel = (work) => onChannels(1, ([channel]) => work(channel!));
  const countOf = (queue: string) => countOn(onChannel, queue);
  const visit = async (filter: DeadLetterFilter, work: Visit): Promise<void> => {
    const wanted = filter.queue && fullName(filter.queue, namespace);
    // New dead letters are for the next run: a redriven message that fails again must not be redriven twice.
    const waiting = await countOf(topology.dead);
    const met = await onChannel((channel) =>
      visitEach(channel, topology, { ...filter, queue: wanted }, waiting ?? 0, work),
    );
    if (met === 0 && wanted && (await countOf(wanted)) === undefined)
      throw new UnknownQueue(`There is no queue ${wanted}, and no dead letter from it`);
  };

  const retries = retryWaits.map(topology.wait);

  return {
    async list(filter = {}) {
      const found: DeadLetter[] = [];
      await visit(filter, async (_, letter) => void found.push(letter));
      return found;
    },
    async redrive(filter = {}) {
      const redriven: DeadLetter[] = [];
      const kept: DeadLetter[] = [];
      await visit(filter, async (message, letter, channel) => {
        const isThere = letter.queue !== undefined && (await sendBack(channel, letter.queue, message));
        if (isThere) channel.ack(message);
        (isThere ? redriven : kept).push(letter);
        return isThere;
      });
      return { redriven, kept };
    },
    async isEmpty() {
      for (const queue of [...retries, topology.dead]) if (await countOf(queue)) return false;
      return true;
    },
    rewrite: (decide, signal) => rewriteEach(onChannels, { retries, dead: topology.dead }, { decide, signal }),
    close: () => connection.close(),
  };
}

const notFound = 404;

type OnChannel = <T>(work: (channel: ConfirmChannel) => Promise<T>) => Promise<T>;

/** On channels of their own: messages that are unacknowledged when they close return to their place in the queue. */
async function onChannelsOf<T>(
  connection: ChannelModel,
  count: number,
  work: (channels: ConfirmChannel[]) => Promise<T>,
): Promise<T> {
  const channels: ConfirmChannel[] = [];
  try {
    while (channels.length < count) {
      const channel = await connection.createConfirmChannel();
      channel.on('error', () => {});
      channels.push(channel);
    }
    return await work(channels);
  } finally {
    await Promise.all(channels.map((channel) => channel.close().catch(() => {})));
  }
}

/** How many messages of a queue wait; undefined where there is no such queue. */
const countOn = (onChannel: OnChannel, queue: string): Promise<number | undefined> =>
  onChannel((channel) => channel.checkQueue(queue)).then(
    ({ messageCount }) => messageCount,
    (error: { code?: unknown }) => {
      if (error.code === notFound) return undefined;
      throw error;
    },
  );

type How = { decide: Decide; signal: AbortSignal };

/** Dead letters last: a retry that fails meanwhile becomes one. */
async function rewriteEach(onChannels: OnChannels, { retries, dead }: { retries: string[]; dead: string }, how: How) {
  const sum: Rewritten = { removed: 0, rewritten: 0 };
  for (const queue of [...retries, dead]) {
    const one = await rewriteQueue(onChannels, { queue, isDead: queue === dead, ...how });
    sum.removed += one.removed;
    sum.rewritten += one.rewritten;
  }
  return sum;
}

const fullName = (queue: string, namespace: string) =>
  queue.startsWith(`${namespace}.`) ? queue : `${namespace}.${queue}`;

/** Visits the dead letters that match the filter; gives their number. */
async function visitEach(
  channel: ConfirmChannel,
  topology: Topology,
  { queue, id, limit = Infinity }: DeadLetterFilter,
  waiting: number,
  work: Visit,
): Promise<number> {
  let met = 0;
  let held = 0;
  for (let seen = 0; seen < waiting && met < limit; seen++) {
    const message = await channel.get(topology.dead);
    if (!message) break;
    held++;
    const letter = letterOf(message);
    if ((queue !== undefined && letter.queue !== queue) || (id !== undefined && letter.id !== id)) continue;
    met++;
    if (await work(message, letter, channel)) held--;
  }
  await giveBack([channel], topology.dead, held);
  return met;
}

/** False if the queue does not exist. */
function sendBack(channel: ConfirmChannel, queue: string, letter: GetMessage): Promise<boolean> {
  const headers = traceHeadersOf(letter.properties.headers);
  return publishMandatory(channel, { exchange: '', key: queue, content: letter.content, options: { headers } });
}

function letterOf({ content, fields, properties }: GetMessage): DeadLetter {
  const headers = properties.headers ?? {};
  const tried: unknown = headers['x-attempt'];
  return {
    ...envelopeOf(content),
    // The broker limits each service to the names of its own queues here, while a header may contain anything. Messages
    // from earlier versions came by the default exchange.
    queue: shown(fields.exchange === '' ? headers['x-queue'] : fields.routingKey),
    reason: shown(headers['x-reason']) ?? reasonOfBroker(headers),
    tries: typeof tried === 'number' ? tried - 1 : undefined,
  };
}

/** The message's own headers, where it is one of ours. */
function envelopeOf(content: Buffer): Pick<DeadLetter, 'at' | 'id' | 'type'> {
  try {
    const { at, id, type } = JSON.parse(content.toString()) as Record<string, unknown>;
    return { at: shown(at, 40), id: shown(id, 100), type: shown(type, 100) };
  } catch {
    return {};
  }
}

/** Text for a terminal: short, and without control characters, because other senders may have written it. */
function shown(value: unknown, longest = 500): string | undefined {
  return typeof value === 'string' && value ? value.slice(0, longest).replace(/\p{Cc}/gu, '') : undefined;
}
