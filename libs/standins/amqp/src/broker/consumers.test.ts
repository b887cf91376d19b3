import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type ChannelModel, type ConfirmChannel, type ConsumeMessage } from 'amqplib';
import { startAmqp } from '../start-amqp';

describe('consumers', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'amqp-'));
  let broker: Awaited<ReturnType<typeof startAmqp>>;
  let connection: ChannelModel;
  let channel: ConfirmChannel;
  let queue: string;

  beforeAll(async () => {
    broker = await startAmqp({ port: 0, dataDir });
    connection = await connect(broker.url);
  });
  beforeEach(async () => {
    channel = await connection.createConfirmChannel();
    ({ queue } = await channel.assertQueue('', { durable: true }));
  });
  afterAll(async () => {
    await connection.close();
    await broker.stop();
    rmSync(dataDir, { recursive: true });
  });

  async function send(...bodies: string[]): Promise<void> {
    for (const body of bodies) channel.sendToQueue(queue, Buffer.from(body), { persistent: true });
    await channel.waitForConfirms();
    await pause(30);
  }

  async function collect(on: ConfirmChannel, options = {}): Promise<ConsumeMessage[]> {
    const seen: ConsumeMessage[] = [];
    await on.consume(queue, (message) => message && seen.push(message), options);
    return seen;
  }

  const bodies = (messages: ConsumeMessage[]) => messages.map(({ content }) => content.toString()).join(' ');

  it('receive messages in round-robin order', async () => {
    const first = await collect(channel);
    const second = await collect(channel);
    await send('1', '2', '3', '4', '5');
    expect([bodies(first), bodies(second)]).toEqual(['1 3 5', '2 4']);
  });

  it('do not receive more than their prefetch limit', async () => {
    await channel.prefetch(1);
    const slow = await collect(channel);
    await channel.prefetch(0);
    const quick = await collect(channel);
    await send('1', '2', '3');
    expect([bodies(slow), bodies(quick)]).toEqual(['1', '2 3']);
    channel.ack(slow[0] as ConsumeMessage);
    await send('4', '5');
    expect([bodies(slow), bodies(quick)]).toEqual(['1 5', '2 3 4']);
  });

  it('share the prefetch limit of their channel', async () => {
    await channel.prefetch(2, true);
    const both = [await collect(channel), await collect(channel)];
    await send('1', '2', '3');
    expect(both.map(bodies)).toEqual(['1', '2']);
    channel.ack(both[1]?.[0] as ConsumeMessage, true);
    await pause(30);
    expect(both.flat()).toHaveLength(3);
  });

  it('acknowledge several messages at once; the rest is requeued when the channel closes', async () => {
    const seen = await collect(channel);
    await send('1', '2', '3', '4');
    channel.ack(seen[1] as ConsumeMessage, true);
    await channel.close();
    channel = await connection.createConfirmChannel();
    const again = await collect(channel);
    await pause(30);
    expect(bodies(again)).toBe('3 4');
    expect(again.every(({ fields }) => fields.redelivered)).toBe(true);
  });

  it('receive their unacknowledged messages again after basic.recover', async () => {
    const seen = await collect(channel);
    await send('1', '2');
    await channel.recover();
    await pause(30);
    expect(bodies(seen)).toBe('1 2 1 2');
  });

  it('are notified when their queue is deleted', async () => {
    const onMessage = jest.fn();
    await channel.consume(queue, onMessage);
    await channel.deleteQueue(queue);
    await pause(30);
    expect(onMessage.mock.calls).toEqual([[null]]);
  });

  it('receive nothing after they are cancelled', async () => {
    const seen = await collect(channel, { consumerTag: 'mine' });
    await channel.cancel('mine');
    await send('1');
    expect(seen).toEqual([]);
    expect(await channel.checkQueue(queue)).toMatchObject({ messageCount: 1, consumerCount: 0 });
  });

  it('exclude others if they are exclusive', async () => {
    await collect(channel, { exclusive: true });
    const other = await connection.createChannel();
    other.on('error', () => undefined);
    await expect(other.consume(queue, () => undefined)).rejects.toThrow(/403 .*in exclusive use/);
  });

  it('close their channel with an unknown delivery tag', async () => {
    const failed = once(channel, 'error') as Promise<[Error]>;
    channel.ack({ fields: { deliveryTag: 9 } } as ConsumeMessage);
    expect(String((await failed)[0])).toMatch(/406 .*unknown delivery tag 9/);
  });

  it('that do not read leave messages in the queue, not in the memory of the connection', async () => {
    const slow = await connect(broker.url);
    const { stream } = slow.connection as unknown as { stream: Socket };
    const slowChannel = await slow.createChannel();
    let taken = 0;
    await slowChannel.consume(queue, () => void taken++, { noAck: true });
    stream.removeAllListeners('readable');
    const body = Buffer.alloc(100_000);
    for (let count = 0; count < 300; count++) channel.sendToQueue(queue, body);
    await channel.waitForConfirms();
    await pause(50);
    const { messageCount } = await channel.checkQueue(queue);
    expect(messageCount).toBeGreaterThan(100);
    slow.on('error', () => undefined);
    stream.destroy(new Error('lost'));
    expect(taken).toBeLessThan(300);
  });

  it('receive 100,000 messages of 1 KB', async () => {
    const body = Buffer.alloc(1_024, 'x');
    for (let round = 0; round < 20; round++) {
      for (let count = 0; count < 5_000; count++) channel.sendToQueue(queue, body, { persistent: true });
      await channel.waitForConfirms();
    }
    expect(await channel.checkQueue(queue)).toMatchObject({ messageCount: 100_000 });
    await channel.prefetch(500);
    let taken = 0;
    await new Promise<void>((resolve, reject) => {
      const take = (message: ConsumeMessage | null) => {
        if (message) channel.ack(message);
        if (++taken === 100_000) resolve();
      };
      channel.consume(queue, take).catch(reject);
    });
    expect(await channel.checkQueue(queue)).toMatchObject({ messageCount: 0 });
  });
});
