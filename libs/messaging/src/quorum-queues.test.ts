import { randomBytes } from 'node:crypto';
import { message, string } from '@herald/contracts';
import { proxyOf } from '@herald/fault-proxy';
import { connect, type ChannelModel } from 'amqplib';
import { connectBroker, newMessage, type Broker, type BrokerOptions } from './broker';
import { consumer } from './consumer';
import { deadLetters } from './dead-letters';
import { eventually } from './eventually.fixture';
import { consumerTopology, topologyOf } from './topology';

const greeted = message('greeted', { name: string() }, { personal: [], impersonal: ['name'] });
const url = process.env.AMQP_URL!;

let namespace: string;
let opened: Broker[];
let notices: string[];
beforeEach(() => {
  namespace = `t${randomBytes(6).toString('hex')}`;
  [opened, notices] = [[], []];
});
afterEach(() => Promise.all(opened.map((broker) => broker.close())));

async function openBroker(options: Partial<BrokerOptions> = {}, urls = url): Promise<Broker> {
  const onNotice = (line: string) => void notices.push(line);
  const broker = await connectBroker(urls, { namespace, queueType: 'quorum', onNotice, onError: () => {}, ...options });
  opened.push(broker);
  return broker;
}
const listener = (seen: string[]) =>
  consumer({ name: 'c', on: greeted, handle: async ({ name }) => void seen.push(name) });
const queue = () => topologyOf(namespace).queue('one', 'c');

async function onConnection<T>(work: (connection: ChannelModel) => Promise<T>): Promise<T> {
  const connection = await connect(url);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Takes a message as a process does that ends before it acknowledges anything. */
const takeAndDie = () =>
  onConnection(async (connection) => {
    const channel = await connection.createChannel();
    await new Promise((resolve) => void channel.consume(queue(), resolve));
  });

it('makes a message a dead letter, with a reason, whose consumer dies of it each time', async () => {
  const broker = await openBroker();
  const declaring = await openBroker();
  await declaring.consume('one', listener([]), {});
  await declaring.close();
  const poison = newMessage(greeted, { name: 'poison' });
  await broker.publish(poison);
  for (let death = 0; death <= 20; death++) await takeAndDie();
  const letters = await deadLetters(url, namespace);
  await eventually(async () => (await letters.list()).length === 1);
  expect(await letters.list()).toEqual([
    {
      ...{ at: poison.at, id: poison.id, type: 'greeted', queue: queue(), tries: undefined },
      reason: "Returned more than 20 times: the consumer's process ended, or lost its connection, each time",
    },
  ]);
  // To look at it redelivers it, and does not count.
  for (let look = 0; look < 25; look++) expect(await letters.list()).toHaveLength(1);
  const seen: string[] = [];
  await broker.consume('one', listener(seen), {});
  expect((await letters.redrive()).redriven).toHaveLength(1);
  await eventually(() => seen.length === 1);
  await letters.close();
});

it('keeps a message that waits for its retry while its queue is missing', async () => {
  const broker = await openBroker();
  const { retry } = topologyOf(namespace);
  await onConnection(async (connection) => {
    const channel = await connection.createConfirmChannel();
    channel.publish(retry(1), queue(), Buffer.from(JSON.stringify(newMessage(greeted, { name: 'Ada' }))), {
      persistent: true,
    });
    await channel.waitForConfirms();
  });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const seen: string[] = [];
  await broker.consume('one', listener(seen), {});
  // RabbitMQ tries it again after at most three minutes.
  await eventually(() => seen.includes('Ada'), 240_000);
}, 300_000);

it('says in one line which queues are of the other type, and works on them', async () => {
  const classic = await openBroker({ queueType: 'classic' });
  await classic.consume('one', listener([]), {});
  await classic.close();
  expect(notices).toEqual([]);
  const broker = await openBroker();
  const seen: string[] = [];
  await broker.consume('one', listener(seen), {});
  const { dead, wait } = topologyOf(namespace);
  const line = (queues: string[]) =>
    `Not declared as QUEUE_TYPE=quorum says: ${queues.join(', ')}; see npm run queues:migrate`;
  expect(notices).toEqual([line([dead, ...[1, 5, 30, 120, 600].map(wait)]), line([queue()])]);
  await broker.publish(newMessage(greeted, { name: 'Ada' }));
  await eventually(() => seen.length === 1);
});

it('declares arguments that a second declaration agrees with', async () => {
  await (await openBroker()).consume('one', listener([]), {});
  await (await openBroker()).consume('one', listener([]), {});
  expect(notices).toEqual([]);
  const { name, options } = consumerTopology(topologyOf(namespace), 'quorum', queue());
  await onConnection(async (connection) => (await connection.createChannel()).assertQueue(name, options));
});

describe('several nodes', () => {
  const nowhere = 'amqp://guest:hunter2@127.0.0.1:1';

  it('starts while some of them are down', async () => {
    for (const urls of [`${nowhere},${url}`, `${url}, ${nowhere}`, `${nowhere},${nowhere},${url}`]) {
      const broker = await openBroker({}, urls);
      expect(broker.ready()).toBe(true);
    }
  });

  it('fails without their passwords where all are down', async () => {
    const failure = await connectBroker(`${nowhere},${nowhere}`, { namespace, onError: () => {} }).catch((e) => e);
    expect(failure.code).toBe('ECONNREFUSED');
    expect(JSON.stringify([failure, failure.message, failure.stack])).not.toContain('hunter2');
  });

  it('passes over a node that does not answer, and goes on by it when the other one dies', async () => {
    const [silent, other] = [await proxyOf(url), await proxyOf(url)];
    silent.silence();
    const broker = await openBroker({}, `${silent.url},${other.url}`);
    const seen: string[] = [];
    await broker.consume('one', listener(seen), {});
    silent.restore();
    other.stop();
    const message = newMessage(greeted, { name: 'Ada' });
    await eventually(() => broker.publish(message).then(() => true));
    await eventually(() => seen.includes('Ada'));
    await broker.close();
    silent.stop();
  });
});
