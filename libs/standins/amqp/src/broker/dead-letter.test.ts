import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type ChannelModel, type ConfirmChannel, type GetMessage } from 'amqplib';
import { startAmqp } from '../start-amqp';

describe('dead letters', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'amqp-'));
  let broker: Awaited<ReturnType<typeof startAmqp>>;
  let connection: ChannelModel;
  let channel: ConfirmChannel;

  beforeAll(async () => {
    broker = await startAmqp({ port: 0, dataDir });
  });
  beforeEach(async () => {
    connection = await connect(broker.url);
    channel = await connection.createConfirmChannel();
    await channel.assertQueue('dead', { exclusive: true });
  });
  afterEach(() => connection.close());
  afterAll(async () => {
    await broker.stop();
    rmSync(dataDir, { recursive: true });
  });

  async function assertSource(args: object): Promise<void> {
    const target = { 'x-dead-letter-exchange': '', 'x-dead-letter-routing-key': 'dead' };
    await channel.assertQueue('source', { exclusive: true, arguments: { ...target, ...args } });
  }

  async function send(body: string, options = {}): Promise<void> {
    channel.sendToQueue('source', Buffer.from(body), options);
    await channel.waitForConfirms();
  }

  async function take(queue: string): Promise<GetMessage> {
    const message = await channel.get(queue, { noAck: true });
    if (!message) throw new Error(`${queue} is empty`);
    return message;
  }

  it('contain rejected messages with their properties and x-death', async () => {
    await assertSource({});
    await send('x', { headers: { mine: 1 }, messageId: 'm' });
    const message = await channel.get('source');
    if (message) channel.reject(message, false);
    await pause(20);
    const { properties, fields } = await take('dead');
    expect(fields).toMatchObject({ exchange: '', routingKey: 'dead', redelivered: false });
    expect(properties.messageId).toBe('m');
    expect(properties.headers).toEqual({
      mine: 1,
      'x-first-death-exchange': '',
      'x-first-death-queue': 'source',
      'x-first-death-reason': 'rejected',
      'x-death': [
        {
          count: 1,
          exchange: '',
          queue: 'source',
          reason: 'rejected',
          'routing-keys': ['source'],
          time: { '!': 'timestamp', value: expect.any(Number) as number },
        },
      ],
    });
  });

  it('contain expired messages without their expiration', async () => {
    await assertSource({});
    await send('x', { expiration: '20' });
    await pause(100);
    const { properties } = await take('dead');
    expect(properties.expiration).toBeUndefined();
    expect(properties.headers?.['x-death']).toMatchObject([{ reason: 'expired', 'original-expiration': '20' }]);
  });

  it('contain the oldest messages of a full queue', async () => {
    await assertSource({ 'x-max-length': 2 });
    for (const body of ['1', '2', '3']) await send(body);
    expect((await take('dead')).content.toString()).toBe('1');
    expect((await take('source')).content.toString()).toBe('2');
  });

  it('count repeated deaths in one x-death entry', async () => {
    await assertSource({});
    await channel.assertQueue('later', {
      exclusive: true,
      arguments: { 'x-message-ttl': 10, 'x-dead-letter-exchange': '', 'x-dead-letter-routing-key': 'source' },
    });
    await send('x');
    for (let round = 0; round < 3; round++) {
      const message = await channel.get('source');
      if (!message) throw new Error('not there');
      channel.ack(message);
      channel.sendToQueue('later', message.content, message.properties);
      await channel.waitForConfirms();
      await pause(60);
    }
    expect((await take('source')).properties.headers?.['x-death']).toMatchObject([{ queue: 'later', count: 3 }]);
  });

  it('are dropped where they would run in a cycle of expiring queues', async () => {
    const target = { 'x-message-ttl': 10, 'x-dead-letter-exchange': '' };
    const args = (key: string) => ({ exclusive: true, arguments: { ...target, 'x-dead-letter-routing-key': key } });
    await channel.assertQueue('a', args('b'));
    await channel.assertQueue('b', args('a'));
    channel.sendToQueue('a', Buffer.from('x'));
    await pause(150);
    expect(await channel.checkQueue('a')).toMatchObject({ messageCount: 0 });
    expect(await channel.checkQueue('b')).toMatchObject({ messageCount: 0 });
  });

  it('are dropped if their exchange does not exist', async () => {
    await assertSource({ 'x-dead-letter-exchange': 'nowhere', 'x-message-ttl': 0 });
    await send('x');
    expect(await channel.checkQueue('source')).toMatchObject({ messageCount: 0 });
  });
});
