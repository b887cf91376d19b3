import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { connect } from 'amqplib';
import { startAmqp } from './start-amqp';

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

  it('keeps every property and header', async () => {
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

  it('carries a body of several frames', async () => {
    const { queue } = await channel.assertQueue('', { exclusive: true });
    const body = Buffer.alloc(700_001, 'abc');
    channel.sendToQueue(queue, body);
    await channel.waitForConfirms();
    const message = await channel.get(queue, { noAck: true });
    expect(message && message.content.equals(body)).toBe(true);
  });

  it('respects prefetch and redelivers what was requeued in its place', async () => {
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

  it('sends expired messages to the dead letters', async () => {
    await channel.assertExchange('dead', 'fanout');
    await channel.assertQueue('graveyard');
    await channel.bindQueue('graveyard', 'dead', '');
    await channel.assertQueue('short', { arguments: { 'x-message-ttl': 20, 'x-dead-letter-exchange': 'dead' } });
    channel.sendToQueue('short', Buffer.from('x'), { persistent: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const message = await channel.get('graveyard', { noAck: true });
    expect(message && message.properties.headers).toMatchObject({
      'x-first-death-queue': 'short',
      'x-first-death-reason': 'expired',
      'x-first-death-exchange': '',
      'x-death': [{ count: 1, queue: 'short', reason: 'expired', exchange: '', 'routing-keys': ['short'] }],
    });
  });
});
