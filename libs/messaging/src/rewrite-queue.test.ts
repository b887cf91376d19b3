import { randomBytes } from 'node:crypto';
import type { GetMessage } from 'amqplib';
import { connectBroker, type Broker } from './broker';
import { deadLetters, type DeadLetter, type DeadLetters } from './dead-letters';
import { eventually } from './eventually.fixture';
import { onChannel } from './on-channel.fixture';
import type { Decide } from './rewrite-queue';
import { topologyOf } from './topology';
import { wayCutAfter } from './way-cut-after.fixture';

const url = process.env.AMQP_URL!;

describe.each(['classic', 'quorum'] as const)('in %s queues', (queueType) => {
  let topology: ReturnType<typeof topologyOf>;
  let namespace: string;
  let broker: Broker;
  let letters: DeadLetters;
  beforeEach(async () => {
    namespace = `t${randomBytes(6).toString('hex')}`;
    topology = topologyOf(namespace);
    broker = await connectBroker(url, { namespace, queueType, onError: () => {} });
    letters = await deadLetters(url, namespace);
  });
  afterEach(async () => {
    await letters.close();
    await broker.close();
  });

  const send = (exchange: string, texts: string[], options = {}) =>
    onChannel(async (channel) => {
      for (const text of texts)
        channel.publish(exchange, 'the-queue', Buffer.from(text), { persistent: true, ...options });
      await channel.waitForConfirms();
    });
  const messagesOf = (queue: string) =>
    onChannel(async (channel) => {
      const all: GetMessage[] = [];
      for (let one = await channel.get(queue); one; one = await channel.get(queue)) all.push(one);
      return all;
    });
  const textsOf = async (queue: string) => (await messagesOf(queue)).map(({ content }) => content.toString());
  /** Removes `x`, and takes it out of what holds others. */
  const withoutX: Decide = ({ content }) => {
    const text = content.toString();
    if (!text.includes('x')) return 'keep';
    return text === 'x' ? 'remove' : Buffer.from(text.replace('x', ''));
  };
  const rewrite = (decide = withoutX) => letters.rewrite(decide, new AbortController().signal);

  it('removes, replaces and keeps dead letters and retries of every wait', async () => {
    const places = [topology.dead, ...[1, 5, 30, 120, 600].map(topology.retry)];
    for (const exchange of places.slice(2)) await send(exchange, ['a', 'x', 'bx', 'c']);
    await send(topology.dead, ['a', 'x', 'bx', 'c'], { headers: { 'x-reason': 'No', 'x-attempt': 3 } });
    expect(await letters.isEmpty()).toBe(false);
    expect(await rewrite()).toEqual({ removed: 5, rewritten: 5 });
    for (const queue of [topology.wait(120), topology.wait(600), topology.dead])
      expect((await textsOf(queue)).sort()).toEqual(['a', 'b', 'c']);
    // A quorum queue gives back what was looked at a moment later.
    let listed: DeadLetter[] = [];
    await eventually(async () => (listed = await letters.list()).length === 3);
    expect(listed).toEqual(Array(3).fill({ queue: 'the-queue', reason: 'No', tries: 2 }));
    expect(await rewrite()).toEqual({ removed: 0, rewritten: 0 });
  });

  it('looks once at each message of a long queue', async () => {
    const texts = Array.from({ length: 1_000 }, (_, at) => (at % 10 === 0 ? 'x' : at % 10 === 1 ? `${at}x` : `${at}`));
    await send(topology.dead, texts);
    const looked: string[] = [];
    const done = await rewrite((message) => {
      looked.push(message.content.toString());
      return withoutX(message);
    });
    expect(done).toEqual({ removed: 100, rewritten: 100 });
    expect(looked.toSorted()).toEqual(texts.toSorted());
    const left = texts.filter((text) => text !== 'x').map((text) => text.replace('x', ''));
    expect((await textsOf(topology.dead)).toSorted()).toEqual(left.toSorted());
  });

  it('tells dead letters from what is tried again', async () => {
    await send(topology.retry(600), ['waits']);
    await send(topology.dead, ['dead']);
    const seen: [string, boolean][] = [];
    await rewrite(({ content, isDead }) => (seen.push([content.toString(), isDead]), 'keep'));
    expect(seen).toEqual([
      ['waits', false],
      ['dead', true],
    ]);
  });

  it('lets a rewritten dead letter expire when it would have expired', async () => {
    const timestamp = Math.floor(Date.now() / 1_000) - 3_600;
    await send(topology.dead, ['bx'], { expiration: 7_200_000, timestamp });
    await rewrite();
    const [{ properties }] = (await messagesOf(topology.dead)) as [GetMessage];
    expect(Number(properties.expiration)).toBeGreaterThan(3_000_000);
    expect(Number(properties.expiration)).toBeLessThanOrEqual(3_600_000);
    expect(properties.timestamp).toBe(timestamp);
  });

  it('returns a rewritten retry to its queue', async () => {
    const queue = topology.queue('one', 'c');
    await onChannel(async (channel) => {
      await channel.assertQueue(queue, { durable: true });
      channel.publish(topology.retry(30), queue, Buffer.from('bx'), { persistent: true, headers: { 'x-attempt': 3 } });
      await channel.waitForConfirms();
    });
    expect(await rewrite()).toEqual({ removed: 0, rewritten: 1 });
    await eventually(async () => (await textsOf(queue)).length === 1, 120_000);
    const [{ content, properties }] = (await messagesOf(queue)) as [GetMessage];
    expect([content.toString(), properties.headers?.['x-attempt']]).toEqual(['b', 3]);
  });

  it('is empty where nothing waits, and ends at once where it is stopped', async () => {
    expect(await letters.isEmpty()).toBe(true);
    await send(topology.dead, ['bx', 'x']);
    expect(await letters.rewrite(withoutX, AbortSignal.abort())).toEqual({ removed: 0, rewritten: 0 });
    expect(await textsOf(topology.dead)).toEqual(['bx', 'x']);
  });

  it('loses nothing wherever it dies', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `name-${at}-`);
    await send(
      topology.dead,
      names.map((name) => `${name}x`),
    );
    let cuts = 0;
    const isOver = async () => (await textsOf(topology.dead)).every((text) => !text.includes('x'));
    for (let bytes = 600; !(await isOver()); bytes += 531) {
      const way = await wayCutAfter(bytes);
      const dying = await deadLetters(way.url, namespace).catch(() => undefined);
      await dying?.rewrite(withoutX, new AbortController().signal).catch(() => cuts++);
      await dying?.close().catch(() => {});
      way.close();
      expect(bytes).toBeLessThan(100_000);
    }
    const found = await textsOf(topology.dead);
    expect(cuts).toBeGreaterThan(3);
    expect([...new Set(found)].sort()).toEqual([...names].sort());
    // Each death leaves at most the one message twice that was between the two places.
    expect(found.length).toBeLessThanOrEqual(names.length + cuts);
  });
});
