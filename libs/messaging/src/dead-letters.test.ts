import { randomBytes } from 'node:crypto';
import { message, string } from '@herald/contracts';
import { connect } from 'amqplib';
import { connectBroker, newMessage, type Broker } from './broker';
import { consumer, Unrecoverable } from './consumer';
import { deadLetters, UnknownQueue, type DeadLetters } from './dead-letters';
import { eventually } from './eventually.fixture';
import { topologyOf } from './topology';
import { wayCutAfter } from './way-cut-after.fixture';

const greeted = message('greeted', { name: string() }, { personal: [], impersonal: ['name'] });

describe.each(['classic', 'quorum'] as const)('from %s queues', (queueType) => {
  let namespace: string;
  let broker: Broker;
  let letters: DeadLetters;
  /** Names that the consumers refuse, and those they took with their tries. */
  let refused: Set<string>;
  let taken: string[];
  beforeEach(async () => {
    namespace = `t${randomBytes(6).toString('hex')}`;
    refused = new Set(['a', 'b', 'c']);
    taken = [];
    broker = await connectBroker(process.env.AMQP_URL!, { namespace, queueType, onError: () => {} });
    letters = await deadLetters(process.env.AMQP_URL!, namespace);
  });
  afterEach(async () => {
    await letters.close();
    await broker.close();
  });

  const listen = (service: string) =>
    broker.consume(
      service,
      consumer({
        name: 'on-greeted',
        on: greeted,
        prefetch: 1,
        async handle({ name }) {
          if (refused.has(name)) throw new Unrecoverable(`There is no such campaign`);
          taken.push(name);
        },
      }),
      {},
    );

  /** Publishes names one after the other, so that they die in that order. */
  async function die(...names: string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const name of names) {
      const before = (await letters.list()).length;
      const message = newMessage(greeted, { name });
      await broker.publish(message);
      ids.push(message.id);
      await eventually(async () => (await letters.list()).length > before);
    }
    return ids;
  }

  async function onChannel<T>(work: (channel: Awaited<ReturnType<typeof channelOf>>['channel']) => Promise<T>) {
    const { channel, connection } = await channelOf();
    const result = await work(channel);
    await channel.close();
    await connection.close();
    return result;
  }
  async function channelOf() {
    const connection = await connect(process.env.AMQP_URL!);
    return { connection, channel: await connection.createConfirmChannel() };
  }

  it('shows what died, oldest first and without its data, and leaves it where it is', async () => {
    await listen('one');
    const ids = await die('a', 'b', 'c');
    const listed = await letters.list();
    const queue = `${namespace}.one.on-greeted`;
    const reason = 'There is no such campaign';
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(listed).toEqual(ids.map((id) => ({ at, queue, reason, tries: 1, id, type: 'greeted' })));
    expect(await letters.list()).toEqual(listed);
    expect(await letters.list({ limit: 2 })).toEqual(listed.slice(0, 2));
    expect(await letters.list({ id: ids[1] })).toEqual([listed[1]]);
    expect(JSON.stringify(listed)).not.toContain('"name"');
  });

  it('shows no more of what a foreign sender left than a terminal can bear', async () => {
    await onChannel(async (channel) => {
      const headers = { 'x-queue': 'q\u001b[2J', 'x-reason': 'x'.repeat(1_000), 'x-attempt': 'many' };
      channel.sendToQueue(topologyOf(namespace).dead, Buffer.from('{"half'), { headers });
      channel.sendToQueue(topologyOf(namespace).dead, Buffer.from('{"id":7,"type":"\\u0007bell"}'));
      await channel.waitForConfirms();
    });
    expect(await letters.list()).toEqual([{ queue: 'q[2J', reason: 'x'.repeat(500) }, { type: 'bell' }]);
    expect(await letters.redrive()).toMatchObject({ redriven: [], kept: [{}, {}] });
    expect(await letters.list()).toHaveLength(2);
  });

  it('sends them back to where they came from and to nobody else, as if for the first time', async () => {
    await listen('one');
    await listen('two');
    refused = new Set(['a']);
    await broker.publish(newMessage(greeted, { name: 'a' }));
    await eventually(async () => (await letters.list()).length === 2);
    refused.clear();
    const { redriven, kept } = await letters.redrive({ queue: 'two.on-greeted' });
    expect([redriven.map(({ queue }) => queue), kept]).toEqual([[`${namespace}.two.on-greeted`], []]);
    await eventually(() => taken.length === 1);
    expect(await letters.list()).toMatchObject([{ queue: `${namespace}.one.on-greeted` }]);
    await letters.redrive({ queue: `${namespace}.one.on-greeted` });
    await eventually(() => taken.length === 2);
    expect(await letters.list()).toEqual([]);
  });

  it('forgets the tries, and meets nothing twice that dies again at once', async () => {
    await listen('one');
    await die('a', 'b');
    expect((await letters.redrive()).redriven).toHaveLength(2);
    await eventually(async () => (await letters.list()).length === 2);
    expect(await letters.list()).toMatchObject([{ tries: 1 }, { tries: 1 }]);
    expect(taken).toEqual([]);
  });

  it('takes those that are asked for, and leaves the others in their order', async () => {
    await listen('one');
    const [a, b, c] = await die('a', 'b', 'c');
    refused.clear();
    expect((await letters.redrive({ id: b })).redriven).toMatchObject([{ id: b }]);
    expect((await letters.list()).map(({ id }) => id)).toEqual([a, c]);
    expect((await letters.redrive({ limit: 1 })).redriven).toMatchObject([{ id: a }]);
    await eventually(() => taken.length === 2);
    expect([taken, (await letters.list()).map(({ id }) => id)]).toEqual([['b', 'a'], [c]]);
  });

  it('keeps what came from a queue that is gone', async () => {
    await listen('one');
    await die('a');
    await broker.close();
    await onChannel((channel) => channel.deleteQueue(`${namespace}.one.on-greeted`));
    expect(await letters.redrive()).toMatchObject({ redriven: [], kept: [{ type: 'greeted' }] });
    expect(await letters.list({ queue: 'one.on-greeted' })).toHaveLength(1);
  });

  it('loses nothing wherever it dies', async () => {
    await listen('one');
    await broker.close();
    const queue = `${namespace}.one.on-greeted`;
    const { dead } = topologyOf(namespace);
    const names = Array.from({ length: 30 }, (_, at) => `name-${at}`);
    await onChannel(async (channel) => {
      for (const name of names) channel.sendToQueue(dead, Buffer.from(name), { headers: { 'x-queue': queue } });
      await channel.waitForConfirms();
    });
    let cuts = 0;
    for (let bytes = 600; (await letters.list()).length > 0; bytes += 217) {
      const way = await wayCutAfter(bytes);
      const dying = await deadLetters(way.url, namespace).catch(() => undefined);
      await dying?.redrive().catch(() => cuts++);
      await dying?.close().catch(() => {});
      way.close();
    }
    const found = await onChannel(async (channel) => {
      const all: string[] = [];
      for (let one = await channel.get(queue); one; one = await channel.get(queue)) all.push(one.content.toString());
      return all;
    });
    expect(cuts).toBeGreaterThan(3);
    expect([...new Set(found)].sort()).toEqual([...names].sort());
    // Each death leaves at most the one message in both places that was between them.
    expect(found.length).toBeLessThanOrEqual(names.length + cuts);
  });

  it('knows a queue that was never there from one that has nothing dead', async () => {
    await listen('one');
    expect(await letters.list({ queue: 'one.on-greeted' })).toEqual([]);
    await expect(letters.list({ queue: 'one.on-gretted' })).rejects.toThrow(UnknownQueue);
    await expect(letters.redrive({ queue: 'one.on-gretted' })).rejects.toThrow(
      /^There is no queue \w+\.one\.on-gretted/,
    );
    const elsewhere = await deadLetters(process.env.AMQP_URL!, `${namespace}x`);
    expect(await elsewhere.list()).toEqual([]);
    await elsewhere.close();
  });
});
