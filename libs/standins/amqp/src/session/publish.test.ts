import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ChannelModel, type ConfirmChannel, type ConsumeMessage, type Message } from 'amqplib';
import { startAmqp } from '../start-amqp';

describe('publishing', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'amqp-'));
  let broker: Awaited<ReturnType<typeof startAmqp>>;
  let connection: ChannelModel;
  let channel: ConfirmChannel;

  beforeAll(async () => {
    broker = await startAmqp({ port: 0, dataDir });
    connection = await connect(broker.url);
  });
  beforeEach(async () => {
    channel = await connection.createConfirmChannel();
  });
  afterAll(async () => {
    await connection.close();
    await broker.stop();
    rmSync(dataDir, { recursive: true });
  });

  it('routes by topic', async () => {
    await channel.assertExchange('events', 'topic', { durable: true });
    await channel.assertQueue('created', { durable: true });
    await channel.bindQueue('created', 'events', 'campaign.*.created');
    await channel.assertQueue('everything', { durable: true });
    await channel.bindQueue('everything', 'events', '#');
    channel.publish('events', 'campaign.7.created', Buffer.from('one'), { persistent: true });
    channel.publish('events', 'campaign.7.deleted', Buffer.from('two'), { persistent: true });
    await channel.waitForConfirms();
    expect((await channel.checkQueue('created')).messageCount).toBe(1);
    expect((await channel.checkQueue('everything')).messageCount).toBe(2);
    const message = await channel.get('created', { noAck: true });
    expect(message && message.content.toString()).toBe('one');
  });

  it('delivers all properties and headers unchanged', async () => {
    const { queue } = await channel.assertQueue('', { exclusive: true });
    const headers = {
      text: 'ä',
      int: 1,
      big: 2 ** 40,
      real: 1.5,
      no: false,
      nothing: null,
      list: [1, 'two', { three: [3] }],
      nested: { deeper: { bytes: Buffer.from([0, 255]) } },
      when: { '!': 'timestamp', value: 1_700_000_000 },
    };
    const properties = {
      contentType: 'application/json',
      contentEncoding: 'utf-8',
      headers,
      deliveryMode: 2,
      priority: 3,
      correlationId: 'c',
      replyTo: 'r',
      expiration: '60000',
      messageId: 'm',
      timestamp: 1_700_000_001,
      type: 't',
      userId: 'guest',
      appId: 'a',
    };
    channel.sendToQueue(queue, Buffer.alloc(0), properties);
    await channel.waitForConfirms();
    const message = await channel.get(queue, { noAck: true });
    expect(message && message.properties).toMatchObject(properties);
  });

  it('accepts a body of several frames', async () => {
    const { queue } = await channel.assertQueue('', { exclusive: true });
    const body = Buffer.alloc(700_001, 'abc');
    channel.sendToQueue(queue, body);
    await channel.waitForConfirms();
    const message = await channel.get(queue, { noAck: true });
    expect(message && message.content.equals(body)).toBe(true);
  });

  it('respects prefetch and redelivers requeued messages in their original order', async () => {
    const { queue } = await channel.assertQueue('', { exclusive: true });
    for (const text of ['a', 'b', 'c']) channel.sendToQueue(queue, Buffer.from(text));
    await channel.waitForConfirms();
    await channel.prefetch(2);
    const seen: ConsumeMessage[] = [];
    await channel.consume(queue, (message) => message && seen.push(message));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen.map(({ content }) => String(content))).toEqual(['a', 'b']);
    channel.nack(seen[0] as ConsumeMessage, false, true);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen.map(({ content }) => String(content))).toEqual(['a', 'b', 'a']);
    expect(seen[2]?.fields.redelivered).toBe(true);
  });

  it('returns a mandatory message without a queue', async () => {
    const returned = once(channel, 'return') as Promise<[Message]>;
    channel.publish('amq.direct', 'nobody', Buffer.from('x'), { mandatory: true });
    await channel.waitForConfirms();
    const [{ fields, content }] = await returned;
    expect(fields).toMatchObject({ replyCode: 312, replyText: 'NO_ROUTE', routingKey: 'nobody' });
    expect(content.toString()).toBe('x');
  });

  it('rejects messages above the maximum length of a queue', async () => {
    const args = { 'x-max-length': 1, 'x-overflow': 'reject-publish' };
    const { queue } = await channel.assertQueue('', { exclusive: true, arguments: args });
    const outcomes: string[] = [];
    for (const body of ['1', '2', '3']) {
      channel.sendToQueue(queue, Buffer.from(body), {}, (error) => outcomes.push(error ? 'nack' : 'ack'));
    }
    await channel.waitForConfirms().catch(() => undefined);
    expect(outcomes.sort()).toEqual(['ack', 'nack', 'nack']);
  });

  it.each([
    ['an exchange that is not there', 'nope', {}, /404 .*no exchange 'nope' in vhost/],
    ['a wrong time to live', '', { expiration: 'soon' }, /406 .*invalid expiration 'soon'/],
    ['a foreign user', '', { userId: 'admin' }, /406 .*user_id property set to 'admin'/],
  ])('closes the channel for %s', async (_, exchange, options, message) => {
    const failed = once(channel, 'error') as Promise<[Error]>;
    channel.publish(exchange, 'k', Buffer.from('x'), options);
    expect(String((await failed)[0])).toMatch(message);
  });

  it('refuses the headers CC and BCC', async () => {
    const own = await connect(broker.url);
    const failed = once(own, 'error') as Promise<[Error]>;
    (await own.createChannel()).publish('', 'k', Buffer.from('x'), { CC: 'other' });
    expect(String((await failed)[0])).toMatch("header 'CC' is not implemented");
  });
});
