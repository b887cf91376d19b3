import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'amqplib';
import { startAmqp } from '../start-amqp';
import { frameType } from '../wire/frame';
import { createFrameReader, readFrames } from '../wire/frame-reader';
import { decodeMethod, encodeMethod, type Arguments, type Method } from '../wire/method-codec';
import type { MethodName } from '../wire/method-table';

const hello = Buffer.from('AMQP\0\0\x09\x01', 'latin1');

function frame(type: number, channel: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(7);
  head.writeUInt8(type, 0);
  head.writeUInt16BE(channel, 1);
  head.writeUInt32BE(payload.length, 3);
  return Buffer.concat([head, payload, Buffer.from([0xce])]);
}

function method<N extends MethodName>(channel: number, name: N, args: Arguments<N>): Buffer {
  return frame(frameType.method, channel, encodeMethod(name, args));
}

/** The client's part of the handshake; heartbeat in seconds. */
function login(heartbeat: number): Buffer {
  return Buffer.concat([
    hello,
    method(0, 'connection.start-ok', {
      clientProperties: new Map(),
      mechanism: 'PLAIN',
      response: Buffer.from('\0guest\0guest'),
      locale: 'en_US',
    }),
    method(0, 'connection.tune-ok', { channelMax: 10, frameMax: 4_096, heartbeat }),
    method(0, 'connection.open', { virtualHost: '/', capabilities: '', insist: false }),
  ]);
}

describe('connections', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'amqp-'));
  let broker: Awaited<ReturnType<typeof startAmqp>>;

  beforeAll(async () => {
    broker = await startAmqp({ port: 0, dataDir });
  });
  afterAll(async () => {
    await broker.stop();
    rmSync(dataDir, { recursive: true });
  });

  const port = () => Number(new URL(broker.url).port);

  /** Sends bytes, waits until the broker closes the connection, and returns the methods it sent. */
  async function sendAndWait(...bytes: Buffer[]): Promise<Method[]> {
    const socket: Socket = connectTcp(port(), '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    socket.on('error', () => undefined);
    socket.write(Buffer.concat([...bytes, method(0, 'connection.close-ok', {})]));
    await once(socket, 'close');
    const methods: Method[] = [];
    readFrames(createFrameReader(131_072), Buffer.concat(received), ({ type, payload }) => {
      if (type === frameType.method) methods.push(decodeMethod(payload));
      return true;
    });
    return methods;
  }

  async function expectAlive(): Promise<void> {
    const connection = await connect(broker.url);
    await (await connection.createChannel()).checkExchange('amq.topic');
    await connection.close();
  }

  it.each([
    ['another password', 'amqp://guest:wrong@127.0.0.1', /403 \(ACCESS-REFUSED\).*Login was refused/],
    ['another user', 'amqp://admin:guest@127.0.0.1', /403 \(ACCESS-REFUSED\)/],
    ['another vhost', 'amqp://guest:guest@127.0.0.1:0/other', /got <ConnectionClose/],
  ])('refuses %s', async (_, url, message) => {
    const changed = new URL(url);
    changed.port = String(port());
    await expect(connect(changed.href)).rejects.toThrow(message);
  });

  it('answers another protocol with the supported version', async () => {
    const socket = connectTcp(port(), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.equals(hello)).toBe(true);
    socket.destroy();
  });

  it('closes a silent connection and keeps one that sends heartbeats', async () => {
    const started = Date.now();
    const socket = connectTcp(port(), '127.0.0.1');
    socket.write(login(1));
    socket.resume();
    await once(socket, 'close');
    expect(Date.now() - started).toBeGreaterThan(1_900);
    const connection = await connect(`${broker.url}?heartbeat=1`);
    const closed = jest.fn();
    connection.on('close', closed);
    await pause(3_000);
    expect(closed).not.toHaveBeenCalled();
    await connection.close();
  });

  it.each([
    ['a frame that is too large', Buffer.from([1, 0, 0, 0xff, 0xff, 0xff, 0xff, 0]), 501],
    ['a frame without its end', Buffer.concat([frame(1, 0, Buffer.alloc(8)).subarray(0, -1), Buffer.from([1])]), 501],
    ['an unknown frame type', frame(77, 0, Buffer.alloc(4)), 501],
    ['an unknown method', frame(1, 0, Buffer.from([0, 99, 0, 99])), 503],
    ['a cut method', method(1, 'channel.open', { outOfBand: '' }).fill(9, 11, 12), 502],
    ['a channel that is not open', method(1, 'basic.recover', { requeue: true }), 504],
    ['content without a method', frame(3, 1, Buffer.alloc(1)), 504],
    ['a handshake twice', method(0, 'connection.open', { virtualHost: '/', capabilities: '', insist: false }), 503],
  ])('closes the connection on %s', async (_, bytes, code) => {
    const last = (await sendAndWait(login(0), bytes)).at(-1);
    expect(last).toMatchObject({ name: 'connection.close', args: { code } });
    await expectAlive();
  });

  it('closes the connection on a method where content is expected', async () => {
    const publish = { ticket: 0, exchange: '', routingKey: 'k', mandatory: false, immediate: false };
    const last = (
      await sendAndWait(
        login(0),
        method(1, 'channel.open', { outOfBand: '' }),
        method(1, 'basic.publish', publish),
        method(1, 'basic.publish', publish),
      )
    ).at(-1);
    expect(last).toMatchObject({ name: 'connection.close', args: { code: 505, classId: 60, methodId: 40 } });
    await expectAlive();
  });

  it('survives random bytes', async () => {
    let state = 7;
    const random = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) >> 8;
    for (let round = 0; round < 40; round++) {
      const noise = Buffer.from(Array.from({ length: 200 }, () => random() & 0xff));
      const socket = connectTcp(port(), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(round % 2 ? Buffer.concat([login(0), frame(1 + (round % 3), round % 4, noise)]) : noise);
      await pause(5);
      socket.destroy();
    }
    await expectAlive();
  });

  it('requeues the deliveries of a lost connection and accepts the client again', async () => {
    const connection = await connect(broker.url);
    connection.on('error', () => undefined);
    const channel = await connection.createConfirmChannel();
    await channel.assertQueue('held', { durable: false });
    channel.sendToQueue('held', Buffer.from('x'));
    await channel.waitForConfirms();
    await channel.get('held');
    (connection.connection as unknown as { stream: Socket }).stream.destroy(new Error('lost'));
    await pause(50);
    const again = await connect(broker.url);
    const other = await again.createChannel();
    expect(await other.get('held', { noAck: true })).toMatchObject({ fields: { redelivered: true } });
    await again.close();
  });

  it('sends connection.close to its clients when it stops', async () => {
    const own = await startAmqp({ port: 0, dataDir: join(dataDir, 'own') });
    const connection = await connect(own.url);
    const failed = once(connection, 'close') as Promise<[Error]>;
    connection.on('error', () => undefined);
    await own.stop();
    expect(String((await failed)[0])).toContain('320');
  });
});
