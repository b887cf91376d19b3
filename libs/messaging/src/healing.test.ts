import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { message, string } from '@herald/contracts';
import { proxyOf } from '@herald/fault-proxy';
import amqplib from 'amqplib';
import type { Channel, ChannelModel } from 'amqplib';
import { connectBroker, MessageTooLarge, newMessage, type Broker, type BrokerOptions } from './broker';
import { consumer } from './consumer';
import { eventually } from './eventually.fixture';
import { topologyOf } from './topology';

/** Channels and connections that the broker closes, or that fall silent, are replaced without a restart. */
const greeted = message('greeted', { name: string() }, { personal: [], impersonal: ['name'] });

let namespace: string;
let opened: Broker[];
/** The channels that the broker under test publishes and consumes on, in order: the publishing one first. */
let channels: Channel[];
let connections: ChannelModel[];
let onConnected: () => void;

beforeEach(() => {
  namespace = `t${randomBytes(6).toString('hex')}`;
  [opened, channels, connections, onConnected] = [[], [], [], () => {}];
  const connect = amqplib.connect as (...args: unknown[]) => Promise<ChannelModel>;
  jest.spyOn(amqplib, 'connect').mockImplementation((async (...args: unknown[]) => {
    const connection = await connect(...args);
    connections.push(connection);
    onConnected();
    const createConfirmChannel = connection.createConfirmChannel.bind(connection);
    connection.createConfirmChannel = async () => {
      const channel = await createConfirmChannel();
      channels.push(channel);
      return channel;
    };
    const createChannel = connection.createChannel.bind(connection);
    connection.createChannel = async () => {
      const channel = await createChannel();
      const consume = channel.consume.bind(channel);
      channel.consume = (...given) => {
        channels.push(channel);
        return consume(...given);
      };
      return channel;
    };
    return connection;
  }) as never);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(opened.map((broker) => broker.close()));
});

async function openBroker(url = process.env.AMQP_URL!, options: Partial<BrokerOptions> = {}): Promise<Broker> {
  const broker = await connectBroker(url, { namespace, onError: () => {}, ...options });
  opened.push(broker);
  return broker;
}

async function listening(broker: Broker, handle: (name: string) => Promise<void> = async () => {}): Promise<string[]> {
  const seen: string[] = [];
  const listen = consumer({
    name: 'c',
    on: greeted,
    async handle({ name }) {
      seen.push(name);
      await handle(name);
    },
  });
  await broker.consume('one', listen, {});
  return seen;
}

/** Publishing heals first, then the consumer: the message arrives once both do. */
async function expectWorking(broker: Broker, seen: string[], name: string): Promise<void> {
  await eventually(() => broker.ready());
  await eventually(() => broker.publish(newMessage(greeted, { name })).then(() => true));
  await eventually(() => seen.includes(name));
}

const topology = () => topologyOf(namespace);
const offences: [string, () => Channel, (channel: Channel) => unknown][] = [
  ['404 on the consumer', () => channels[1]!, (channel) => channel.checkQueue('no such queue').catch(() => {})],
  ['404 on the publisher', () => channels[0]!, (channel) => channel.publish('no such exchange', 'x', Buffer.from('x'))],
  [
    '406 on the consumer: an unknown delivery',
    () => channels[1]!,
    (channel) => channel.ack({ fields: { deliveryTag: 4711 } } as never),
  ],
  [
    '406 on the publisher: another declaration',
    () => channels[0]!,
    (channel) => channel.assertExchange(topology().events, 'direct').catch(() => {}),
  ],
  [
    'a queue that was deleted',
    () => channels[1]!,
    (channel) => channel.deleteQueue(topology().queue('one', 'c')).catch(() => {}),
  ],
  ['an exchange that was deleted', () => channels[0]!, (channel) => channel.deleteExchange(topology().events)],
];

it.each(offences)('heals after %s', async (_, channel, offend) => {
  const broker = await openBroker();
  const seen = await listening(broker);
  await expectWorking(broker, seen, 'before');
  const replaced = channels.length;
  await offend(channel());
  if (_.startsWith('an exchange')) await broker.publish(newMessage(greeted, { name: 'lost' })).catch(() => {});
  await eventually(() => channels.length > replaced);
  // The binding of an exchange that was deleted comes back with the consumer's next channel.
  if (_.startsWith('an exchange')) await channels[1]!.close();
  await expectWorking(broker, seen, 'after');
});

it('starts with a broker that is too busy to answer at first', async () => {
  const proxy = await proxyOf(process.env.AMQP_URL!);
  onConnected = () => {
    if (connections.length === 1) proxy.silence();
  };
  const errors: unknown[] = [];
  const opening = openBroker(proxy.url, { onError: (error) => void errors.push(error) });
  await eventually(() => errors.length > 0);
  proxy.restore();
  const broker = await opening;
  await broker.publish(newMessage(greeted, { name: 'at last' }));
  expect(errors.map(String)).toContain('Error: Opening a channel did not finish within 10 s');
  await broker.close();
  proxy.stop();
});

it('starts with a broker that ends the first connection at once', async () => {
  const streamOf = ({ connection }: ChannelModel) => (connection as unknown as { stream: Socket }).stream;
  onConnected = () => {
    if (connections.length === 1) setImmediate(() => streamOf(connections[0]!).destroy(new Error('cut')));
  };
  const broker = await openBroker();
  expect(connections.length).toBe(2);
  await broker.publish(newMessage(greeted, { name: 'at last' }));
});

it('is not ready while a consumer or the publishing channel is missing', async () => {
  const broker = await openBroker();
  await listening(broker);
  expect(broker.ready()).toBe(true);
  for (const at of [0, 1]) {
    void channels.at(at)!.close();
    await eventually(() => !broker.ready());
    await eventually(() => broker.ready());
  }
});

it('heals after a frame that is too large, which costs the whole connection', async () => {
  const broker = await openBroker();
  const seen = await listening(broker);
  const [connection] = connections;
  const frame = Buffer.alloc(7 + 1_000_000 + 1);
  frame.writeUInt8(3, 0);
  frame.writeUInt16BE(1, 1);
  frame.writeUInt32BE(1_000_000, 3);
  frame.writeUInt8(0xce, frame.length - 1);
  (connection!.connection as unknown as { sendBytes(bytes: Buffer): void }).sendBytes(frame);
  await eventually(() => connections.length > 1);
  await expectWorking(broker, seen, 'after');
});

it('refuses a message above the limit where it is published, and nothing else suffers', async () => {
  const broker = await openBroker(undefined, { maxMessageBytes: 10_000 });
  const seen = await listening(broker);
  const sending = broker.publish(newMessage(greeted, { name: 'x'.repeat(10_000) }));
  await expect(sending).rejects.toThrow(MessageTooLarge);
  await expect(sending).rejects.toThrow(/^A greeted message of \d+ bytes exceeds the limit of 10000$/);
  expect(broker.ready()).toBe(true);
  await expectWorking(broker, seen, 'small');
  expect(channels).toHaveLength(2);
});

it('retries a message whose handler hangs, and goes on with the others', async () => {
  const broker = await openBroker();
  const seen: string[] = [];
  const hanging = consumer({
    name: 'c',
    on: greeted,
    prefetch: 1,
    timeoutSeconds: 0.2,
    async handle({ name }) {
      seen.push(name);
      if (seen.length === 1) await new Promise(() => {});
    },
  });
  await broker.consume('one', hanging, {});
  await broker.publish(newMessage(greeted, { name: 'first' }));
  await broker.publish(newMessage(greeted, { name: 'second' }));
  await eventually(() => seen.length === 3);
  expect(seen).toEqual(['first', 'second', 'first']);
});

it('tells handlers that the process stops, and leaves in time when they do not listen', async () => {
  const broker = await openBroker();
  const stopped: string[] = [];
  const waiting = consumer({
    name: 'c',
    on: greeted,
    timeoutSeconds: 12,
    handle: ({ name }, _deps, { signal }) =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => {
          stopped.push(name);
          if (name === 'polite') resolve();
        }),
      ),
  });
  await broker.consume('one', waiting, {});
  await broker.publish(newMessage(greeted, { name: 'polite' }));
  await broker.publish(newMessage(greeted, { name: 'deaf' }));
  await eventually(() => broker.ready());
  await new Promise((resolve) => setTimeout(resolve, 500));
  const began = performance.now();
  await broker.close();
  expect(stopped.sort()).toEqual(['deaf', 'polite']);
  expect(performance.now() - began).toBeLessThan(15_000);
  opened = [];
  const next = await openBroker();
  const seen = await listening(next);
  await eventually(() => seen.length > 0);
  expect(seen).toEqual(['deaf']);
});

describe('a broker that falls silent', () => {
  it('costs a publisher a bounded time, is not ready, and heals by itself', async () => {
    const proxy = await proxyOf(`${process.env.AMQP_URL!}?heartbeat=2`);
    const broker = await openBroker(proxy.url);
    const seen = await listening(broker);
    await expectWorking(broker, seen, 'before');
    proxy.silence();
    const began = performance.now();
    await expect(broker.publish(newMessage(greeted, { name: 'while' }))).rejects.toThrow(/broker/i);
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(broker.ready()).toBe(false);
    // The next caller does not pay for it again.
    const next = performance.now();
    await expect(broker.publish(newMessage(greeted, { name: 'while' }))).rejects.toThrow(/broker|channel/i);
    expect(performance.now() - next).toBeLessThan(3_000);
    proxy.restore();
    await expectWorking(broker, seen, 'after');
    proxy.stop();
  });

  it('does not keep a process from leaving', async () => {
    const proxy = await proxyOf(process.env.AMQP_URL!);
    const broker = await openBroker(proxy.url);
    await listening(broker);
    proxy.silence();
    const began = performance.now();
    await broker.close();
    expect(performance.now() - began).toBeLessThan(10_000);
    proxy.stop();
  });
});
