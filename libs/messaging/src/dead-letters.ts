import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfirmChannel, GetMessage } from 'amqplib';
import { openConnection } from './connection';
import { traceHeadersOf } from './message-spans';
import { deliveryLimit } from './queue-type';
import { topologyOf, type Topology } from './topology';

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

  /** On a channel of its own: messages that are unacknowledged when it closes return to their place in the queue. */
  const onChannel = async <T>(work: (channel: ConfirmChannel) => Promise<T>): Promise<T> => {
    const channel = await connection.createConfirmChannel();
    channel.on('error', () => {});
    try {
      return await work(channel);
    } finally {
      await channel.close().catch(() => {});
    }
  };
  const countOf = (queue: string) =>
    onChannel((channel) => channel.checkQueue(queue)).then(
      ({ messageCount }) => messageCount,
      (error: { code?: unknown }) => {
        if (error.code === notFound) return undefined;
        throw error;
      },
    );
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
    close: () => connection.close(),
  };
}

const notFound = 404;

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
  await giveBack(channel, topology.dead, held);
  return met;
}

/** A quorum queue has returned messages a moment later: the next look must not miss them. */
async function giveBack(channel: ConfirmChannel, queue: string, count: number): Promise<void> {
  if (count === 0) return;
  channel.nackAll(true);
  for (let look = 0; look < 100; look++) {
    if ((await channel.checkQueue(queue)).messageCount >= count) return;
    await sleep(20);
  }
}

/** False if the queue does not exist: without `mandatory` the broker would confirm the message and drop it. */
async function sendBack(channel: ConfirmChannel, queue: string, letter: GetMessage): Promise<boolean> {
  let isThere = true;
  const onReturn = () => (isThere = false);
  channel.once('return', onReturn);
  const headers = traceHeadersOf(letter.properties.headers);
  channel.publish('', queue, letter.content, { headers, persistent: true, mandatory: true });
  await channel.waitForConfirms();
  channel.off('return', onReturn);
  return isThere;
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

/** The broker itself dead-letters what a quorum queue delivered too often, with no reason of ours. */
function reasonOfBroker(headers: Record<string, unknown>): string | undefined {
  const [death] = (headers['x-death'] ?? []) as { reason?: unknown }[];
  if (death?.reason !== 'delivery_limit') return undefined;
  return `Returned more than ${deliveryLimit} times: the consumer's process ended, or lost its connection, each time`;
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
