import { once } from 'node:events';
import net from 'node:net';
import { deserialize, serialize } from 'bson';
import { createRandom } from '@herald/standin-testing';
import { startTestServer } from './test-server';

let server: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function message(body: Uint8Array, flags = 0): Buffer {
  const head = Buffer.alloc(21);
  head.writeInt32LE(21 + body.length, 0);
  head.writeInt32LE(7, 4);
  head.writeInt32LE(2013, 12);
  head.writeUInt32LE(flags, 16);
  return Buffer.concat([head, body]);
}

async function connect(): Promise<net.Socket> {
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const ping = message(serialize({ ping: 1, $db: 'test' }));

describe('a connection', () => {
  it('is answered when a message comes in pieces, and in order when many come at once', async () => {
    const socket = await connect();
    for (const byte of ping) socket.write(Buffer.of(byte));
    const [piece] = (await once(socket, 'data')) as [Buffer];
    expect(deserialize(piece.subarray(21))).toEqual({ ok: 1 });
    socket.write(Buffer.concat([ping, ping, ping]));
    let have = 0;
    while (have < piece.length * 3) have += ((await once(socket, 'data')) as [Buffer])[0].length;
    socket.destroy();
  });

  const broken: [string, Buffer][] = [
    ['a length below the least', Buffer.alloc(16)],
    ['a length above the most', Buffer.from([255, 255, 255, 127, ...Buffer.alloc(12)])],
    ['an unknown operation', Buffer.from([16, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 99, 0, 0, 0])],
    ['no body', message(Buffer.alloc(0)).fill(20, 0, 1)],
    ['a body longer than the message', message(Buffer.from([90, 0, 0, 0, 0]))],
    ['a body that is no document', message(Buffer.from([12, 0, 0, 0, 2, 97, 0, 99, 0, 0, 0, 0]))],
    ['a required flag nobody knows', message(serialize({ ping: 1 }), 4)],
  ];
  it.each(broken)('ends at %s, and the server goes on', async (_name, bytes) => {
    const socket = await connect();
    socket.write(bytes);
    await once(socket, 'close');
    expect(await server.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  it('survives any garbage', async () => {
    const random = createRandom(1);
    const good = message(serialize({ insert: 'g', documents: [{ a: 'text', b: [1, { c: 2 }] }], $db: 'test' }));
    for (let round = 0; round < 200; round++) {
      const bytes = Buffer.from(good);
      for (let i = 0; i < 1 + random() * 4; i++)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      const socket = await connect();
      socket.end(bytes.subarray(0, random() < 0.3 ? Math.floor(random() * bytes.length) : bytes.length));
      socket.resume();
      await once(socket, 'close');
    }
    expect(await server.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
    expect(await server.db.collection('g').find().toArray()).toEqual(expect.any(Array));
  });

  it('that does not read holds up nobody else', async () => {
    await server.db.collection('big').insertMany(Array.from({ length: 40 }, () => ({ pad: 'x'.repeat(1_000_000) })));
    const socket = await connect();
    socket.pause();
    for (let i = 0; i < 20; i++) socket.write(message(serialize({ find: 'big', $db: 'test' })));
    const started = Date.now();
    await server.db.command({ ping: 1 });
    expect(Date.now() - started).toBeLessThan(10_000);
    socket.destroy();
  });
});
