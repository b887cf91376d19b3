import { randomBytes } from 'node:crypto';
import { message, string, type Message } from '@herald/contracts';
import { currentRequestId, withRequestId } from '@herald/tracing';
import { connect } from 'amqplib';
import { connectBroker, newMessage, type Broker } from './broker';
import { RetryAfter, consumer, Unrecoverable } from './consumer';
import { eventually } from './eventually.fixture';
import type { Handled } from './subscribe';
import { topologyOf } from './topology';

const greeted = message('greeted', { name: string() }, { personal: [], impersonal: ['name'] });

describe.each(['classic', 'quorum'] as const)('on %s queues', (queueType) => {
  let namespace: string;
  let broker: Broker;
  let handled: Handled[];
  beforeEach(async () => {
    namespace = `t${randomBytes(6).toString('hex')}`;
    handled = [];
    broker = await connectBroker(process.env.AMQP_URL!, {
      namespace,
      queueType,
      onHandled: (one) => void handled.push(one),
      onError: () => {},
    });
  });
  afterEach(() => broker.close());

  const outcomes = () => handled.map(({ outcome }) => outcome);
  /** Puts bytes on a queue as a foreign or broken sender would. */
  async function sendRaw(content: string): Promise<void> {
    const connection = await connect(process.env.AMQP_URL!);
    const channel = await connection.createConfirmChannel();
    channel.publish(topologyOf(namespace).events, 'greeted', Buffer.from(content));
    await channel.waitForConfirms();
    await connection.close();
  }

  async function deadLetters(): Promise<{ content: string; headers: Record<string, unknown> }[]> {
    const connection = await connect(process.env.AMQP_URL!);
    const channel = await connection.createChannel();
    const found = [];
    for (
      let one = await channel.get(topologyOf(namespace).dead);
      one;
      one = await channel.get(topologyOf(namespace).dead)
    )
      found.push({ content: one.content.toString(), headers: one.properties.headers as Record<string, unknown> });
    await connection.close();
    return found;
  }

  it('brings a message to every consumer of its type, under the request id of its sender', async () => {
    const seen: [string, string, string | undefined][] = [];
    const listen = (name: string) =>
      consumer({ name, on: greeted, handle: async (data) => void seen.push([name, data.name, currentRequestId()]) });
    await broker.consume('one', listen('on-greeted'), {});
    await broker.consume('two', listen('also-on-greeted'), {});
    await withRequestId('request-7', () => broker.publish(newMessage(greeted, { name: 'Ada' })));
    await eventually(() => seen.length === 2);
    expect(seen.sort()).toEqual([
      ['also-on-greeted', 'Ada', 'request-7'],
      ['on-greeted', 'Ada', 'request-7'],
    ]);
  });

  it('keeps messages for a consumer that is down', async () => {
    const seen: string[] = [];
    const keep = consumer({ name: 'on-greeted', on: greeted, handle: async ({ name }) => void seen.push(name) });
    const other = await connectBroker(process.env.AMQP_URL!, { namespace, queueType, onError: () => {} });
    await other.consume('one', keep, {});
    await other.close();
    await broker.publish(newMessage(greeted, { name: 'Ada' }));
    await broker.consume('one', keep, {});
    await eventually(() => seen.length === 1);
  });

  it('tries again after a failure, later and not at once', async () => {
    const times: number[] = [];
    const shaky = consumer({
      name: 'on-greeted',
      on: greeted,
      async handle() {
        times.push(Date.now());
        if (times.length === 1) throw new Error('Not now');
      },
    });
    await broker.consume('one', shaky, {});
    await broker.publish(newMessage(greeted, { name: 'Ada' }));
    await eventually(() => handled.length === 2);
    expect(outcomes()).toEqual(['retried', 'done']);
    expect(times[1]! - times[0]!).toBeGreaterThan(900);
  });

  it.each([
    ['is not JSON', '{"half'],
    ['has no envelope', '{"name":"Ada"}'],
    ['has an unknown version', JSON.stringify({ ...newMessage(greeted, { name: 'Ada' }), version: 2 })],
    ['does not fit its schema', JSON.stringify(newMessage(greeted, { name: 7 } as never))],
  ])('puts aside what %s, and goes on', async (_, content) => {
    const seen: string[] = [];
    await broker.consume(
      'one',
      consumer({ name: 'c', on: greeted, handle: async ({ name }) => void seen.push(name) }),
      {},
    );
    await sendRaw(content);
    await broker.publish(newMessage(greeted, { name: 'Grace' }));
    await eventually(() => handled.length === 2);
    expect(seen).toEqual(['Grace']);
    const [dead] = await deadLetters();
    expect(dead!.content).toBe(content);
    expect(dead!.headers).toMatchObject({
      'x-queue': `${namespace}.one.c`,
      'x-reason': expect.stringMatching(/^The message/),
    });
    expect(JSON.stringify(dead!.headers)).not.toContain('Ada');
  });

  it('puts aside what its consumer calls unrecoverable', async () => {
    const refuse = async () => Promise.reject(new Unrecoverable('There is no such campaign'));
    await broker.consume('one', consumer({ name: 'c', on: greeted, handle: refuse }), {});
    await broker.publish(newMessage(greeted, { name: 'Ada' }));
    await eventually(() => handled.length === 1);
    expect(outcomes()).toEqual(['dead']);
    expect((await deadLetters())[0]!.headers['x-reason']).toBe('There is no such campaign');
  });

  it('lets a dead letter expire after its retention', async () => {
    const brief = await connectBroker(process.env.AMQP_URL!, {
      namespace,
      queueType,
      deadLetterDays: 2 / 86_400,
      onError: () => {},
    });
    const refuse = async () => Promise.reject(new Unrecoverable('No'));
    await brief.consume('one', consumer({ name: 'c', on: greeted, handle: refuse }), {});
    await brief.publish(newMessage(greeted, { name: 'Ada' }));
    const waiting = async () => {
      const connection = await connect(process.env.AMQP_URL!);
      const channel = await connection.createChannel();
      const { messageCount } = await channel.checkQueue(topologyOf(namespace).dead);
      await connection.close();
      return messageCount;
    };
    await eventually(async () => (await waiting()) === 1);
    await eventually(async () => (await waiting()) === 0);
    await brief.close();
  });

  it('gives what is left of a message back after the wait that its consumer asks for, and counts no try', async () => {
    const seen: [string, number][] = [];
    const half = consumer({
      name: 'c',
      on: greeted,
      async handle({ name }) {
        seen.push([name, Date.now()]);
        if (name.length > 1) throw new RetryAfter(1.5, { name: name.slice(1) });
      },
    });
    await broker.consume('one', half, {});
    await broker.publish(newMessage(greeted, { name: 'abc' }));
    await eventually(() => handled.length === 3);
    expect(seen.map(([name]) => name)).toEqual(['abc', 'bc', 'c']);
    expect(outcomes()).toEqual(['later', 'later', 'done']);
    expect(seen[1]![1] - seen[0]![1]).toBeGreaterThan(900);
  });

  it('finishes what is in work before it leaves, and leaves the rest to others', async () => {
    const done: string[] = [];
    const slow = consumer({
      name: 'on-greeted',
      on: greeted,
      prefetch: 1,
      async handle({ name }) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        done.push(name);
      },
    });
    const leaving = await connectBroker(process.env.AMQP_URL!, { namespace, queueType, onError: () => {} });
    await leaving.consume('one', slow, {});
    await broker.publish(newMessage(greeted, { name: 'first' }));
    await broker.publish(newMessage(greeted, { name: 'second' }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await leaving.close();
    expect(done).toEqual(['first']);
    await broker.consume('one', slow, {});
    await eventually(() => done.length === 2);
    expect(done).toEqual(['first', 'second']);
  });

  it('takes thousands of messages at once and loses none', async () => {
    let seen = 0;
    const count = consumer({ name: 'c', on: greeted, prefetch: 200, handle: async () => void seen++ });
    await broker.consume('one', count, {});
    const messages: Message[] = Array.from({ length: 3_000 }, (_, at) => newMessage(greeted, { name: String(at) }));
    await Promise.all(messages.map((message) => broker.publish(message)));
    await eventually(() => seen === 3_000);
  });
});
