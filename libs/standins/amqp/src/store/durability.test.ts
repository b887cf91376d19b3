import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type ChannelModel, type ConfirmChannel, type ConsumeMessage } from 'amqplib';
import { startAmqp } from '../start-amqp';

const entry = join(__dirname, '../start-amqp.ts');

/** A broker in a process of its own that the tests can kill. */
async function spawnBroker(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const script = `
    const { startAmqp } = require(${JSON.stringify(entry)});
    startAmqp({ port: 0, dataDir: ${JSON.stringify(dataDir)} }).then(({ url }) => console.log(url));`;
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: String(line).trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function openConfirmed(url: string): Promise<{ connection: ChannelModel; channel: ConfirmChannel }> {
  const connection = await connect(url, { noDelay: true });
  connection.on('error', () => undefined);
  const channel = await connection.createConfirmChannel();
  channel.on('error', () => undefined);
  return { connection, channel };
}

async function drain(channel: ConfirmChannel, queue: string): Promise<number[]> {
  const { messageCount } = await channel.checkQueue(queue);
  const bodies: number[] = [];
  await new Promise<void>((resolve, reject) => {
    const take = (message: ConsumeMessage | null) => {
      bodies.push(Number(message?.content.toString()));
      if (bodies.length === messageCount) resolve();
    };
    channel.consume(queue, take, { noAck: true }).catch(reject);
  });
  return bodies;
}

describe('durability', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'amqp-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('loses no confirmed message in five kill -9', async () => {
    const confirmed: number[] = [];
    let next = 0;
    for (let round = 0; round < 5; round++) {
      const { child, url } = await spawnBroker(dataDir);
      const { channel } = await openConfirmed(url);
      await channel.assertQueue('work', { durable: true });
      const publishNext = () => {
        const number = next++;
        channel.sendToQueue('work', Buffer.from(String(number)), { persistent: true }, (error) => {
          if (error) return;
          confirmed.push(number);
          publishNext();
        });
      };
      for (let index = 0; index < 50; index++) publishNext();
      await pause(150 + round * 40);
      await kill(child);
    }
    const broker = await startAmqp({ port: 0, dataDir });
    const { connection, channel } = await openConfirmed(broker.url);
    const found = await drain(channel, 'work');
    await connection.close();
    await broker.stop();
    expect(confirmed.length).toBeGreaterThan(50);
    const kept = new Set(found);
    expect(confirmed.filter((number) => !kept.has(number))).toEqual([]);
    expect(found).toEqual([...kept].sort((a, b) => a - b));
  });

  it('does not redeliver messages that were acknowledged before a kill -9', async () => {
    const { child, url } = await spawnBroker(dataDir);
    const { channel } = await openConfirmed(url);
    await channel.assertQueue('work', { durable: true });
    for (let number = 0; number < 100; number++) {
      channel.sendToQueue('work', Buffer.from(String(number)), { persistent: true });
    }
    await channel.waitForConfirms();
    for (let number = 0; number < 60; number++) {
      const message = await channel.get('work');
      if (message) channel.ack(message);
    }
    await pause(100);
    await kill(child);
    const broker = await startAmqp({ port: 0, dataDir });
    const { connection, channel: later } = await openConfirmed(broker.url);
    expect((await drain(later, 'work'))[0]).toBe(60);
    await connection.close();
    await broker.stop();
  });

  it('restores durable definitions and persistent messages after a restart, and nothing else', async () => {
    let broker = await startAmqp({ port: 0, dataDir });
    const { channel } = await openConfirmed(broker.url);
    await channel.assertExchange('kept', 'topic', { durable: true });
    await channel.assertExchange('lost', 'topic', { durable: false });
    const args = { 'x-message-ttl': 60_000, 'x-dead-letter-exchange': 'kept' };
    await channel.assertQueue('kept', { durable: true, arguments: args });
    await channel.assertQueue('lost', { durable: false });
    await channel.assertQueue('mine', { durable: true, exclusive: true });
    await channel.bindQueue('kept', 'kept', 'a.#');
    channel.publish('kept', 'a.b', Buffer.from('persistent'), { persistent: true, headers: { n: 1 } });
    channel.publish('kept', 'a.b', Buffer.from('transient'), { persistent: false });
    channel.sendToQueue('lost', Buffer.from('x'), { persistent: true });
    await channel.waitForConfirms();
    await broker.stop();
    broker = await startAmqp({ port: 0, dataDir });
    const { connection, channel: later } = await openConfirmed(broker.url);
    expect(await later.assertQueue('kept', { durable: true, arguments: args })).toMatchObject({ messageCount: 1 });
    later.publish('kept', 'a', Buffer.from('later'), { persistent: true });
    await later.waitForConfirms();
    const first = await later.get('kept');
    expect(first).toMatchObject({
      properties: { headers: { n: 1 } },
      fields: { routingKey: 'a.b', redelivered: true },
    });
    expect(first && first.content.toString()).toBe('persistent');
    for (const name of ['lost', 'mine']) {
      const other = await connection.createChannel();
      other.on('error', () => undefined);
      await expect(other.checkQueue(name)).rejects.toThrow('404');
    }
    const other = await connection.createChannel();
    other.on('error', () => undefined);
    await expect(other.checkExchange('lost')).rejects.toThrow('404');
    await connection.close();
    await broker.stop();
  });

  it('does not restore the messages of deleted queues, delivered ones included', async () => {
    let broker = await startAmqp({ port: 0, dataDir });
    const { channel } = await openConfirmed(broker.url);
    await channel.assertQueue('work', { durable: true });
    for (const body of ['1', '2']) channel.sendToQueue('work', Buffer.from(body), { persistent: true });
    await channel.waitForConfirms();
    await channel.get('work');
    await channel.deleteQueue('work');
    await channel.assertQueue('work', { durable: true });
    await broker.stop();
    broker = await startAmqp({ port: 0, dataDir });
    const later = await openConfirmed(broker.url);
    expect(await later.channel.checkQueue('work')).toMatchObject({ messageCount: 0 });
    await later.connection.close();
    await broker.stop();
  });

  it('stores nothing with durable: false', async () => {
    let broker = await startAmqp({ port: 0, dataDir, durable: false });
    const { channel } = await openConfirmed(broker.url);
    await channel.assertQueue('work', { durable: true });
    channel.sendToQueue('work', Buffer.from('1'), { persistent: true });
    await channel.waitForConfirms();
    await broker.stop();
    broker = await startAmqp({ port: 0, dataDir, durable: false });
    const later = await openConfirmed(broker.url);
    await expect(later.channel.checkQueue('work')).rejects.toThrow('404');
    await later.connection.close();
    await broker.stop();
  });
});
