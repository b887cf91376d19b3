import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelModel, ConfirmChannel, GetMessage, Options } from 'amqplib';
import { closeConnection, openConnection } from './connection';
import { deadLettersQueue } from './queue-type';
import { isDeclaredAs, queueExists, type QueueSpec } from './topology';

export type Binding = { exchange: string; pattern: string };
/**
 * A queue as it is to be. `returnBy`: the exchange by which its messages keep their routing keys; default: by its name.
 */
export type QueueToMove = QueueSpec & { bindings: Binding[]; returnBy?: string };
type MigrationOptions = {
  onMoved?(moved: { queue: string; messages: number }): void;
  /** What a connection that ended still held is back in its queue after this time. */
  settleMs?: number;
};

/** The migration cannot start or go on; the message is for the operator. */
export class MigrationRefused extends Error {}

const defaultSettleMs = 2_000;
const batchSize = 100;
const resourceLocked = 405;

/**
 * Moves queues to the arguments given here, in this order: queues whose messages the broker itself sends on come before
 * those that they are sent to. What each state of a queue needs next is seen from which queues exist, so that a
 * migration that was killed goes on where it was. A message may be there twice afterwards, and none is lost.
 *
 * | queue             | its temporary queue | next                                                              |
 * | ----------------- | ------------------- | ----------------------------------------------------------------- |
 * | of the other type | any                 | bind a temporary queue beside it, move its messages there, delete |
 * | missing           | any                 | declare                                                           |
 * | as it is to be    | exists              | bind, unbind the temporary queue, move back, delete that          |
 * | as it is to be    | missing             | nothing                                                           |
 */
export async function migrateQueues(
  urls: string,
  namespace: string,
  queues: QueueToMove[],
  { onMoved = () => {}, settleMs = defaultSettleMs }: MigrationOptions = {},
): Promise<void> {
  const connection = await openConnection(urls);
  connection.on('error', () => {});
  // Closing a channel waits without end where the connection is lost meanwhile.
  const lost = new Promise<never>((_, reject) =>
    connection.once('close', () => reject(new Error('The connection was lost'))),
  );
  const moveThem = async () => {
    await lock(connection, `${namespace}.migrating`);
    await refuseConsumers(connection, queues);
    await sleep(settleMs);
    for (const queue of queues) onMoved({ queue: queue.name, messages: await migrate(connection, queue) });
  };
  try {
    await Promise.race([moveThem(), lost]);
  } finally {
    await closeConnection(connection);
  }
}

/** One migration at a time: the queue belongs to this connection and goes with it. */
async function lock(connection: ChannelModel, name: string): Promise<void> {
  await onChannel(connection, (channel) => channel.assertQueue(name, { exclusive: true, durable: false })).catch(
    (error: { code?: unknown }) => {
      throw error.code === resourceLocked ? new MigrationRefused('Another migration is running') : error;
    },
  );
}

async function refuseConsumers(connection: ChannelModel, queues: QueueToMove[]): Promise<void> {
  const taken: string[] = [];
  for (const { name } of queues) {
    if (!(await queueExists(connection, name))) continue;
    const { consumerCount } = await onChannel(connection, (channel) => channel.checkQueue(name));
    if (consumerCount > 0) taken.push(name);
  }
  if (taken.length > 0) throw new MigrationRefused(`Stop the services first; they consume from ${taken.join(', ')}`);
}

const temporaryOf = (queue: string) => `${queue}.moving`;

async function migrate(connection: ChannelModel, queue: QueueToMove): Promise<number> {
  const { name, options, bindings } = queue;
  const temporary = temporaryOf(name);
  const isOther = (await queueExists(connection, name)) && (await isDeclaredAs(connection, queue)) === false;
  if (isOther) await empty(connection, queue);
  return onChannel(connection, async (channel) => {
    await channel.assertQueue(name, options);
    for (const { exchange, pattern } of bindings) await channel.bindQueue(name, exchange, pattern);
    if (!(await queueExists(connection, temporary))) return 0;
    // Not before the queue is bound: no message is published meanwhile that neither receives.
    for (const { exchange, pattern } of bindings) await channel.unbindQueue(temporary, exchange, pattern);
    const moved = await moveAll(channel, temporary, (message) => wayBack(queue, message));
    await channel.deleteQueue(temporary);
    return moved;
  });
}

/** Moves all messages of a queue to its temporary queue, which also receives the new ones, and deletes it. */
async function empty(connection: ChannelModel, { name, bindings }: QueueToMove): Promise<void> {
  const temporary = temporaryOf(name);
  await onChannel(connection, async (channel) => {
    await channel.assertQueue(temporary, deadLettersQueue('quorum'));
    for (const { exchange, pattern } of bindings) await channel.bindQueue(temporary, exchange, pattern);
  });
  for (;;) {
    await onChannel(connection, (channel) => moveAll(channel, name, (message) => wayOut(temporary, message)));
    if (await isDeleted(connection, name)) return;
  }
}

/** False if messages came meanwhile. */
async function isDeleted(connection: ChannelModel, name: string): Promise<boolean> {
  await refuseConsumers(connection, [{ name, options: {}, bindings: [] }]);
  return onChannel(connection, (channel) => channel.deleteQueue(name, { ifEmpty: true, ifUnused: true })).then(
    () => true,
    (error: { code?: unknown }) => {
      if (error.code === preconditionFailed) return false;
      throw error;
    },
  );
}

const preconditionFailed = 406;

type Way = { exchange: string; key: string; headers: Record<string, unknown> };

/** In the temporary queue headers keep by which exchange and under which key a message came. */
const wayOut = (temporary: string, { fields, properties }: GetMessage): Way => ({
  exchange: '',
  key: temporary,
  headers: { ...properties.headers, 'x-came-by': fields.exchange, 'x-came-under': fields.routingKey },
});

function wayBack({ name, returnBy }: QueueToMove, { fields, properties }: GetMessage): Way {
  const { 'x-came-by': by, 'x-came-under': under, ...headers } = (properties.headers ?? {}) as Record<string, unknown>;
  const exchange = (by as string | undefined) ?? fields.exchange;
  const key = (under as string | undefined) ?? fields.routingKey;
  if (returnBy === undefined || exchange === '') return { exchange: '', key: name, headers };
  return { exchange: returnBy, key, headers };
}

/** Moves messages until the queue is empty; each leaves it once the broker has confirmed it elsewhere. */
async function moveAll(channel: ConfirmChannel, queue: string, way: (message: GetMessage) => Way): Promise<number> {
  let isReturned = false;
  channel.on('return', () => (isReturned = true));
  for (let moved = 0; ;) {
    const batch: GetMessage[] = [];
    for (let one = await channel.get(queue); one; one = batch.length < batchSize && (await channel.get(queue)))
      batch.push(one);
    if (batch.length === 0) return moved;
    for (const message of batch) {
      const { exchange, key, headers } = way(message);
      const { 'x-delivery-count': _deliveries, 'x-acquired-count': _acquired, ...own } = headers;
      channel.publish(exchange, key, message.content, { ...kept(message), headers: own, mandatory: true });
    }
    await channel.waitForConfirms();
    if (isReturned) throw new MigrationRefused(`Messages of ${queue} have nowhere to go: somebody deletes queues`);
    for (const message of batch) channel.ack(message);
    moved += batch.length;
  }
}

/** The properties of a message, without the one that only its sender may set. */
function kept({ properties }: GetMessage): Options.Publish {
  const { userId: _sender, ...others } = properties;
  return { ...others, persistent: true };
}

async function onChannel<T>(connection: ChannelModel, work: (channel: ConfirmChannel) => Promise<T>): Promise<T> {
  const channel = await connection.createConfirmChannel();
  channel.on('error', () => {});
  const result = await work(channel);
  await channel.close();
  return result;
}
