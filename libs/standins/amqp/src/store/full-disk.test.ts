import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type ChannelModel, type ConfirmChannel } from 'amqplib';
import { mountSmallDisk } from '@herald/standin-testing';
import { startAmqp } from '../start-amqp';

const disk = mountSmallDisk(16);
const onSmallDisk = disk.isMounted ? describe : describe.skip;
afterAll(disk.unmount);

onSmallDisk('on a full disk', () => {
  let broker: Awaited<ReturnType<typeof startAmqp>>;
  let connection: ChannelModel;
  let channel: ConfirmChannel;
  const open = async () => {
    broker = await startAmqp({ port: 0, dataDir: join(disk.folder, 'amqp') });
    connection = await connect(broker.url);
    channel = await connection.createConfirmChannel();
    await channel.assertQueue('work', { durable: true });
  };
  const close = async () => {
    await connection.close();
    await broker.stop();
  };
  beforeAll(open);
  afterAll(close);

  const publish = (body: string, size = 400_000) =>
    new Promise<boolean>((resolve) => {
      const content = Buffer.from(body.padEnd(size, '.'));
      channel.sendToQueue('work', content, { persistent: true }, (error) => resolve(!error));
    });
  const drain = async () => {
    const bodies: string[] = [];
    for (let message = await channel.get('work'); message; message = await channel.get('work')) {
      bodies.push(message.content.toString().replace(/\.+$/, ''));
      channel.ack(message);
    }
    return bodies;
  };
  const untilStored = async () => {
    while (!(await publish('again', 10))) await pause(50);
  };

  it('refuses messages it cannot store, keeps running, and loses no confirmed message', async () => {
    const confirmed: string[] = [];
    for (let i = 0; i < 10; i++) if (await publish(`before-${i}`)) confirmed.push(`before-${i}`);
    expect(confirmed).toHaveLength(10);
    disk.fill();
    const refused = await Promise.all(Array.from({ length: 20 }, (_, i) => publish(`full-${i}`)));
    expect(refused).not.toContain(true);
    expect(await publish('full-later')).toBe(false);
    expect(await channel.checkQueue('work')).toMatchObject({ queue: 'work' });
    disk.free();
    await untilStored();
    for (let i = 0; i < 5; i++) if (await publish(`after-${i}`)) confirmed.push(`after-${i}`);
    await close();
    await open();
    const found = await drain();
    expect(confirmed).toHaveLength(15);
    expect(found).toEqual(expect.arrayContaining(confirmed));
  });

  it('refuses definitions it cannot store and keeps the earlier ones', async () => {
    await drain();
    disk.fill();
    expect(await publish('full')).toBe(false);
    // The failed commit released the space that was allocated in advance.
    disk.fill();
    const other = await connection.createChannel();
    const closed = new Promise((resolve) => other.on('error', resolve));
    await expect(other.assertQueue('later', { durable: true })).rejects.toThrow('506');
    expect(await closed).toMatchObject({ code: 506 });
    const plain = await connection.createChannel();
    const ended = new Promise((resolve) => plain.on('error', resolve));
    plain.sendToQueue('work', Buffer.alloc(400_000), { persistent: true });
    expect(await ended).toMatchObject({ code: 506 });
    disk.free();
    await untilStored();
    await channel.assertQueue('later', { durable: true });
    await close();
    await open();
    expect(await channel.checkQueue('later')).toMatchObject({ queue: 'later' });
  });

  it('delivers, accepts acknowledgements, and loses no dead letter between two queues', async () => {
    await channel.assertQueue('dead', { durable: true });
    await channel.assertQueue('risky', {
      durable: true,
      arguments: { 'x-dead-letter-exchange': '', 'x-dead-letter-routing-key': 'dead' },
    });
    channel.sendToQueue('risky', Buffer.from('x'.repeat(30_000)), { persistent: true });
    await channel.waitForConfirms();
    disk.fill();
    expect(await publish('full')).toBe(false);
    const message = await channel.get('risky');
    if (message) channel.reject(message, false);
    await pause(700);
    disk.free();
    await untilStored();
    await close();
    await open();
    expect(await channel.checkQueue('dead')).toMatchObject({ messageCount: 1 });
    expect(await channel.checkQueue('risky')).toMatchObject({ messageCount: 0 });
  });
});
