import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { connect, type ChannelModel, type ConfirmChannel, type GetMessage, type Message } from 'amqplib';
import { startAmqp } from '../start-amqp';
import { flows } from './flows';
import { randomOperations, type Operation } from './operations';
import { refusals } from './refusals';

type Client = {
  connections: ChannelModel[];
  channels: ConfirmChannel[];
  unsettled: Message[][];
  seen: unknown[];
};

const connectionOf = [0, 0, 1];
/**
 * What no reply announces is seen within the first of these times, or on a busy machine within the last: only what
 * differs with the last one, too, differs.
 */
const settleTimesMs = [25, 100, 400];

/** Replaces what differs between brokers: generated names, times, and a count of zero, which RabbitMQ 3 alone adds. */
function normalize(value: unknown): unknown {
  const text = JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'x-delivery-count' && inner === 0) return undefined;
    return key === 'time' && inner ? 'some time' : inner;
  });
  return JSON.parse((text ?? 'null').replace(/amq\.(gen|ctag)-[\w-]+/g, 'amq.$1-some')) as unknown;
}

function describeMessage(message: Message | GetMessage): unknown {
  return normalize({ fields: message.fields, properties: message.properties, body: String(message.content) });
}

async function openChannel(client: Client, number: number): Promise<void> {
  const connection = client.connections[connectionOf[number] as number] as ChannelModel;
  const channel = await connection.createConfirmChannel();
  client.channels[number] = channel;
  client.unsettled[number] = [];
  channel.on('error', (error: Error & { code: number }) =>
    client.seen.push([number, 'channel error', error.code, error.message]),
  );
  channel.on('return', (message: Message) => client.seen.push([number, 'return', describeMessage(message)]));
}

async function openConnection(client: Client, url: string, index: number): Promise<void> {
  const connection = await connect(url);
  client.connections[index] = connection;
  connection.on('error', (error: Error & { code: number }) => {
    client.seen.push([index, 'connection error', error.code, error.message.replace(/\(code.*/, '')]);
    client.connections[index] = undefined as unknown as ChannelModel;
  });
  for (const [number, owner] of connectionOf.entries()) if (owner === index) await openChannel(client, number);
}

function settle(client: Client, number: number, operation: Operation & { do: 'ack' | 'nack' }): void {
  const [message] = client.unsettled[number]?.splice(operation.nth, 1) ?? [];
  if (!message) return;
  if (operation.all) client.unsettled[number] = client.unsettled[number]?.slice(operation.nth) ?? [];
  const channel = client.channels[number] as ConfirmChannel;
  if (operation.do === 'ack') channel.ack(message, operation.all);
  else channel.nack(message, operation.all, operation.requeue);
}

async function publish(channel: ConfirmChannel, operation: Operation & { do: 'publish' }): Promise<unknown> {
  const { exchange, key, body, options } = operation;
  return new Promise((resolve) => {
    const onClose = () => resolve('closed');
    channel.once('close', onClose);
    channel.publish(exchange, key, Buffer.from(body), options, (error) => {
      channel.off('close', onClose);
      resolve(error ? 'nack' : 'ack');
    });
  });
}

async function get(client: Client, number: number, operation: Operation & { do: 'get' }): Promise<unknown> {
  const message = await (client.channels[number] as ConfirmChannel).get(operation.queue, { noAck: operation.noAck });
  if (message && !operation.noAck) client.unsettled[number]?.push(message);
  return message && describeMessage(message);
}

async function consume(client: Client, number: number, operation: Operation & { do: 'consume' }): Promise<unknown> {
  const { queue, tag, options } = operation;
  const noAck = (options as { noAck?: boolean } | undefined)?.noAck;
  const take = (message: Message | null) => {
    client.seen.push([number, tag, message ? describeMessage(message) : 'cancelled']);
    if (message && !noAck) client.unsettled[number]?.push(message);
  };
  return (client.channels[number] as ConfirmChannel).consume(queue, take, { ...options, consumerTag: tag });
}

async function perform(client: Client, number: number, operation: Operation): Promise<unknown> {
  const channel = client.channels[number] as ConfirmChannel;
  switch (operation.do) {
    case 'exchange':
      return channel.assertExchange(operation.name, operation.type ?? 'direct', operation.options);
    case 'queue':
      return channel.assertQueue(operation.name, operation.options);
    case 'bind':
      return channel.bindQueue(operation.queue, operation.exchange, operation.key);
    case 'unbind':
      return channel.unbindQueue(operation.queue, operation.exchange, operation.key);
    case 'publish':
      return publish(channel, operation);
    case 'get':
      return get(client, number, operation);
    case 'consume':
      return consume(client, number, operation);
    case 'ackTag':
      return channel.ack({ fields: { deliveryTag: operation.tag } } as Message);
    default:
      return performRest(client, number, operation);
  }
}

async function performRest(client: Client, number: number, operation: Operation): Promise<unknown> {
  const channel = client.channels[number] as ConfirmChannel;
  switch (operation.do) {
    case 'ack':
    case 'nack':
      return settle(client, number, operation);
    case 'cancel':
      return channel.cancel(operation.tag);
    case 'deleteExchange':
      return channel.deleteExchange(operation.name, operation.options);
    case 'deleteQueue':
      return channel.deleteQueue(operation.name, operation.options);
    case 'prefetch':
      return channel.prefetch(operation.count, operation.global);
    case 'purge':
      return channel.purgeQueue(operation.name);
    case 'checkQueue':
      return channel.checkQueue(operation.name);
    case 'checkExchange':
      return channel.checkExchange(operation.name);
    case 'recover':
      client.unsettled[number] = [];
      return channel.recover();
    case 'reopen':
      await channel.close();
      return openChannel(client, number);
    default:
      return undefined;
  }
}

type Target = { url: string; settleMs: number };

async function step(client: Client, { url, settleMs }: Target, operation: Operation): Promise<unknown> {
  const number = operation.on ?? 0;
  client.seen = [];
  let result: unknown;
  try {
    const work = operation.do === 'wait' ? pause(operation.ms) : perform(client, number, operation);
    result = await Promise.race([work, pause(3_000, 'no answer', { ref: false })]);
  } catch (error) {
    result = `failed: ${(error as Error).message}`;
  }
  await pause(settleMs);
  const { seen } = client;
  for (const [index, connection] of client.connections.entries()) {
    if (!connection) await openConnection(client, url, index);
  }
  const isError = (item: unknown) => (item as unknown[])[1] === 'channel error';
  for (const item of seen.filter(isError)) await openChannel(client, (item as [number])[0]);
  const byChannel = [0, 1, 2].map((channel) => seen.filter((item) => (item as unknown[])[0] === channel));
  return normalize({ operation, result, seen: byChannel });
}

async function run(target: Target, operations: Operation[]): Promise<unknown[]> {
  const client: Client = { connections: [], channels: [], unsettled: [], seen: [] };
  for (const index of [0, 1]) await openConnection(client, target.url, index);
  const observed: unknown[] = [];
  for (const operation of operations) observed.push(await step(client, target, operation));
  for (const name of ['q0', 'q1', 'q2', 'q3', 'q4']) await client.channels[0]?.deleteQueue(name).catch(() => undefined);
  for (const connection of client.connections) await connection.close();
  return observed;
}

async function cleanUp(url: string): Promise<void> {
  const connection = await connect(url);
  const channel = await connection.createChannel();
  for (const name of ['q0', 'q1', 'q2', 'q3', 'q4']) await channel.deleteQueue(name);
  for (const name of ['x-direct', 'x-topic', 'x-fanout']) await channel.deleteExchange(name);
  await connection.close();
}

const scenarios = { ...refusals, ...flows };

describe('the broker compared with RabbitMQ', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'amqp-'));
  const rabbit = process.env.RABBITMQ_URL ?? '';
  let broker: Awaited<ReturnType<typeof startAmqp>>;

  async function expectSame(operations: Operation[]): Promise<void> {
    const urls = [broker.url, rabbit];
    for (const settleMs of settleTimesMs) {
      await Promise.all(urls.map(cleanUp));
      const [ours, theirs] = await Promise.all(urls.map((url) => run({ url, settleMs }, operations)));
      if (isDeepStrictEqual(ours, theirs)) return;
      if (settleMs === settleTimesMs.at(-1)) expect(ours).toEqual(theirs);
    }
  }

  beforeAll(async () => {
    if (!rabbit) throw new Error('RABBITMQ_URL must name a RabbitMQ: tsx tools/rabbitmq.ts start <dir> <port>');
    broker = await startAmqp({ port: 0, dataDir });
  });
  afterAll(async () => {
    await broker?.stop();
    rmSync(dataDir, { recursive: true });
  });

  it.each(Object.entries(scenarios))('behaves the same: %s', (_, operations) => expectSame(operations), 180_000);

  it.each([1, 2, 3, 4, 5, 6])(
    'behaves the same for random client %d',
    (seed) => expectSame(randomOperations(seed, 250)),
    240_000,
  );
});
