import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Channel, type ChannelModel, type Options } from 'amqplib';
import { startAmqp } from '../start-amqp';

describe('queues and exchanges', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'amqp-'));
  let broker: Awaited<ReturnType<typeof startAmqp>>;
  let connection: ChannelModel;
  let channel: Channel;

  beforeAll(async () => {
    broker = await startAmqp({ port: 0, dataDir });
  });
  beforeEach(async () => {
    connection = await connect(broker.url);
    connection.on('error', () => undefined);
    channel = await connection.createChannel();
    channel.on('error', () => undefined);
  });
  afterEach(() => connection.close().catch(() => undefined));
  afterAll(async () => {
    await broker.stop();
    rmSync(dataDir, { recursive: true });
  });

  it('generates a name for a queue without one', async () => {
    expect((await channel.assertQueue('')).queue).toMatch(/^amq\.gen-/);
  });

  it('refuses other connections an exclusive queue and deletes it with its own', async () => {
    await channel.assertQueue('mine', { exclusive: true });
    const other = await connect(broker.url);
    const otherChannel = await other.createChannel();
    otherChannel.on('error', () => undefined);
    await expect(otherChannel.checkQueue('mine')).rejects.toThrow(/405 .*cannot obtain exclusive access to locked/);
    await connection.close();
    const later = await other.createChannel();
    later.on('error', () => undefined);
    await expect(later.checkQueue('mine')).rejects.toThrow(
      "404 (NOT-FOUND) with message \"NOT_FOUND - no queue 'mine'",
    );
    await other.close();
  });

  it('deletes an auto-delete queue with its last consumer', async () => {
    await channel.assertQueue('brief', { autoDelete: true });
    const { consumerTag } = await channel.consume('brief', () => undefined);
    await channel.cancel(consumerTag);
    await expect(channel.checkQueue('brief')).rejects.toThrow('404');
  });

  it('deletes an unused queue after x-expires', async () => {
    await channel.assertQueue('unused', { expires: 60 });
    await pause(150);
    await expect(channel.checkQueue('unused')).rejects.toThrow('404');
  });

  it('purges a queue, deletes it, and refuses to delete a full one with ifEmpty', async () => {
    await channel.assertQueue('full');
    channel.sendToQueue('full', Buffer.from('x'));
    expect(await channel.checkQueue('full')).toMatchObject({ messageCount: 1 });
    expect(await channel.purgeQueue('full')).toEqual({ messageCount: 1 });
    channel.sendToQueue('full', Buffer.from('x'));
    expect(await channel.deleteQueue('full')).toEqual({ messageCount: 1 });
    await channel.assertQueue('full');
    channel.sendToQueue('full', Buffer.from('x'));
    await expect(channel.deleteQueue('full', { ifEmpty: true })).rejects.toThrow(/406 .*not empty/);
  });

  it('refuses to redeclare a queue with other arguments', async () => {
    await channel.assertQueue('same', { durable: true, messageTtl: 1_000 });
    await channel.assertQueue('same', { durable: true, messageTtl: 1_000 });
    await expect(channel.assertQueue('same', { durable: true, messageTtl: 2_000 })).rejects.toThrow(
      /406 .*inequivalent arg 'x-message-ttl' for queue 'same' in vhost '\/': received '2000' but current is '1000'/,
    );
  });

  it('unbinds, and deletes an auto-delete exchange with its last binding', async () => {
    await channel.assertQueue('bound', { durable: false });
    await channel.assertExchange('brief', 'direct', { autoDelete: true });
    await channel.bindQueue('bound', 'brief', 'k');
    channel.publish('brief', 'k', Buffer.from('x'));
    expect(await channel.checkQueue('bound')).toMatchObject({ messageCount: 1 });
    await channel.unbindQueue('bound', 'brief', 'k');
    await expect(channel.checkExchange('brief')).rejects.toThrow('404');
  });

  it('refuses to delete a predeclared exchange, and one in use with ifUnused', async () => {
    await channel.assertQueue('bound', { durable: false });
    await channel.assertExchange('used', 'fanout', { durable: false });
    await channel.bindQueue('bound', 'used', '');
    await expect(channel.deleteExchange('used', { ifUnused: true })).rejects.toThrow(/406 .*in use/);
    const other = await connection.createChannel();
    other.on('error', () => undefined);
    await expect(other.deleteExchange('amq.topic')).rejects.toThrow('403');
  });

  const refusedQueues: [string, Options.AssertQueue][] = [
    ['x-max-priority', { maxPriority: 5 }],
    ['x-max-length-bytes', { arguments: { 'x-max-length-bytes': 5 } }],
    ['x-queue-type', { arguments: { 'x-queue-type': 'stream' } }],
    ['x-single-active-consumer', { arguments: { 'x-single-active-consumer': true } }],
    ['x-overflow', { arguments: { 'x-overflow': 'reject-publish-dlx' } }],
  ];
  it.each(refusedQueues)('refuses the queue argument %s', async (name, options) => {
    await expect(channel.assertQueue('refused', options)).rejects.toThrow(new RegExp(`540.*${name}`));
  });

  it.each([
    ['headers exchanges', (on: Channel) => on.assertExchange('h', 'headers')],
    ['internal exchanges', (on: Channel) => on.assertExchange('i', 'direct', { internal: true })],
    ['alternate exchanges', (on: Channel) => on.assertExchange('a', 'direct', { alternateExchange: 'b' })],
    ['bindings between exchanges', (on: Channel) => on.bindExchange('amq.topic', 'amq.direct', '')],
    ['consumer priorities', (on: Channel) => on.consume('any', () => undefined, { priority: 1 })],
  ])('refuses %s', async (_, attempt) => {
    await channel.assertQueue('any');
    await expect(attempt(channel)).rejects.toThrow('540 (NOT-IMPLEMENTED)');
  });
});
