import { randomUUID } from 'node:crypto';
import { withDeadline } from '@herald/concurrency';
import type { Message, MessageType } from '@herald/contracts';
import { currentRequestId, type TracingOf } from '@herald/tracing';
import type { ChannelModel } from 'amqplib';
import { keepConnected, type Link } from './connection';
import type { Consumer } from './consumer';
import { gatherer } from './gather';
import { keepChannel } from './keep-channel';
import { publishInSpan } from './message-spans';
import { publisher } from './publisher';
import { subscribe, type Active, type Handled, type Subscription } from './subscribe';
import { watchQueueTypes } from './other-queue-type';
import type { QueueType } from './queue-type';
import { consumerTopology, countMessages, declareShared, sharedTopology, topologyOf } from './topology';

export type Published = { type: string; seconds: number; failed: boolean };
export type Broker = {
  /**
   * Resolves once the broker has the message on disk; throws BrokerDown, or MessageTooLarge before anything is sent.
   * With `isGathered` it may share a message of the broker with others of its type.
   */
  publish(message: Message, options?: { isGathered?: boolean }): Promise<void>;
  consume<Deps>(service: string, consumer: Consumer<Deps>, deps: Deps): Promise<void>;
  /** The number of dead letters of the whole installation. */
  countDeadLetters(): Promise<number>;
  /** True while messages are confirmed and every consumer is subscribed. */
  ready(): boolean;
  /** Stops consuming and waits a limited time for handlers in progress; publishing continues. */
  drain(): Promise<void>;
  /** Drains, then disconnects. */
  close(): Promise<void>;
};
export type BrokerOptions = {
  namespace: string;
  /** Of the queues that are declared; default: classic. */
  queueType?: QueueType;
  maxMessageBytes?: number;
  deadLetterDays?: number;
  /** Records spans for the messages that a service handles. */
  tracingOf?: TracingOf;
  onPublished?(published: Published): void;
  onHandled?(handled: Handled): void;
  /** Called with the queue before its first message. */
  onSubscribed?(queue: string): void;
  /** Called with one line for the operator. */
  onNotice?(line: string): void;
  onError(error: unknown): void;
};

/**
 * Below RabbitMQ's own limit (16 MiB by default): exceeding that closes the channel and loses its unconfirmed messages.
 */
const defaultMaxMessageBytes = 1_048_576;
const defaultDeadLetterDays = 30;
/** Handlers that exceed this time leave their messages to another process. */
const drainTimeoutMs = 10_000;

/** The message exceeds the limit; a retry cannot succeed. */
export class MessageTooLarge extends Error {
  constructor(type: string, bytes: number, maxBytes: number) {
    super(`A ${type} message of ${bytes} bytes exceeds the limit of ${maxBytes}`);
  }
}

/** A new message of a type; its id identifies duplicates. */
export function newMessage<Data>({ type }: MessageType<Data>, data: Data): Message<Data> {
  return { id: randomUUID(), type, version: 1, at: new Date().toISOString(), request_id: currentRequestId(), data };
}

/**
 * Connects to a broker and stays connected: closed connections and channels are reopened with backoff. `urls` are those
 * of the nodes of a cluster, separated by commas.
 */
export async function connectBroker(urls: string, options: BrokerOptions): Promise<Broker> {
  const { namespace, maxMessageBytes = defaultMaxMessageBytes, deadLetterDays = defaultDeadLetterDays } = options;
  const { onPublished = () => {}, onHandled = () => {}, onSubscribed = () => {}, onNotice = () => {} } = options;
  const { queueType = 'classic', tracingOf = () => undefined, onError } = options;
  const topology = topologyOf(namespace);
  const shared = sharedTopology(topology, queueType);
  const link = await keepConnected(urls, { onError, onNotice });
  const types = watchQueueTypes(queueType, onNotice);
  const declare = async (connection: ChannelModel) =>
    types.compare(connection, await declareShared(connection, shared)).catch(onError);
  const confirms = await keepConfirmChannel(link, declare, onError);
  const publish = publisher(confirms.current);
  const gather = gatherer(publish, maxMessageBytes);
  const active: Active[] = [];
  let drained: Promise<void> | undefined;
  const drain = () => drainAll(active, onError);

  return {
    async publish(message, { isGathered = false } = {}) {
      const started = performance.now();
      const content = Buffer.from(JSON.stringify(message));
      if (content.length > maxMessageBytes) throw new MessageTooLarge(message.type, content.length, maxMessageBytes);
      let failed = true;
      try {
        await publishInSpan(isGathered ? gather : publish, topology.events, message, content);
        failed = false;
      } finally {
        onPublished({ type: message.type, seconds: (performance.now() - started) / 1000, failed });
      }
    },
    async consume(service, consumer, deps) {
      const queue = consumerTopology(topology, queueType, topology.queue(service, consumer.name));
      onSubscribed(queue.name);
      const subscription = { queue, consumer, deps } as unknown as Subscription;
      const tracing = tracingOf(service);
      const context = { topology, publish, deadLetterDays, tracing, onHandled, types, onError };
      active.push(await subscribe(link, subscription, context));
    },
    countDeadLetters: () => countMessages(link.current(), topology.dead),
    ready: () => publish.isConfirming() && active.every(({ isLive }) => isLive()),
    drain: () => (drained ??= drain()),
    async close() {
      await (drained ??= drain());
      await Promise.all([...active, confirms].map(({ close }) => close()));
      await link.close();
    },
  };
}

async function drainAll(active: Active[], onError: BrokerOptions['onError']): Promise<void> {
  await Promise.all(active.map(({ cancel }) => cancel()));
  const handled = Promise.all(active.map(({ idle }) => idle()));
  await withDeadline(drainTimeoutMs, 'Handling the last messages', handled).catch(onError);
}

async function keepConfirmChannel(
  link: Link,
  declare: (connection: ChannelModel) => Promise<unknown>,
  onError: BrokerOptions['onError'],
) {
  const create = async (connection: ChannelModel) => {
    await declare(connection);
    return connection.createConfirmChannel();
  };
  return keepChannel(link, { create, prepare: async () => {} }, onError).catch(async (error: unknown) => {
    await link.close();
    throw error;
  });
}
