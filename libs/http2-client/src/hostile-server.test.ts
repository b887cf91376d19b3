import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { frame, frameOfNumbers, frameType, settingsFrame } from './frames';
import { headerReader } from './header-reader';
import { readHuffman } from './huffman';
import { http2Pool } from './index';

const request = { headers: [[':path', '/', 'own'] as const], body: 'x'.repeat(100) };

/** What a request becomes where the other side sends these bytes after the first that it hears. */
async function outcomeWith(...frames: Buffer[]): Promise<string> {
  const server: Server = createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.write(settingsFrame([]));
    let heard = 0;
    socket.on('data', (piece) => {
      // The greeting is shorter than the request.
      if ((heard += piece.length) > 100) socket.end(Buffer.concat(frames));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pool = http2Pool({ url, connections: 1, timeoutMs: 2_000 });
  try {
    const { status, body } = await pool.request(request);
    return `${status} ${body}`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await pool.close();
    await new Promise((resolve) => server.close(resolve));
  }
}

const lost = 'The connection was lost';
const endStream = 1;
const endHeaders = 4;
const ok = frame(frameType.headers, endHeaders | endStream, 1, Buffer.from([0x88]));
const block = (...bytes: number[]) => frame(frameType.headers, endHeaders | endStream, 1, Buffer.from(bytes));

it('passes over what it need not know', async () => {
  expect(await outcomeWith(ok)).toBe('200 ');
  expect(await outcomeWith(frame(99, 0, 0, randomBytes(20)), frame(frameType.priority, 0, 1, randomBytes(5)), ok)).toBe(
    '200 ',
  );
});

it.each<[string, Buffer[]]>([
  ['no frames', [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')]],
  ['a frame that is too large', [frame(frameType.data, 0, 1, Buffer.alloc(20_000))]],
  ['data without headers', [frame(frameType.data, endStream, 1, Buffer.from('x'))]],
  ['headers for what nobody asked', [frame(frameType.headers, endHeaders, 99, Buffer.from([0x88]))]],
  ['a promise', [frame(frameType.pushPromise, endHeaders, 1, Buffer.from([0, 0, 0, 2, 0x88]))]],
  ['more padding than content', [frame(frameType.headers, endHeaders | 8, 1, Buffer.from([9, 0x88]))]],
  ['headers torn apart', [frame(frameType.headers, 0, 1, Buffer.from([0x88])), ok]],
  ['a continuation of nothing', [frame(frameType.continuation, endHeaders, 1, Buffer.from([0x88]))]],
  ['a number that nobody gave', [block(0x88, 0xc5)]],
  ['a number without end', [block(0x88, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)]],
  ['a name without end', [block(0x88, 0x40, 0x0a, 0x61)]],
  ['a code that is none', [block(0x88, 0x40, 0x84, 0xff, 0xff, 0xff, 0xff, 0x01, 0x61)]],
  ['a table larger than agreed', [block(0x3f, 0xe2, 0xff, 0x03, 0x88)]],
  ['a window that does not grow', [frameOfNumbers(frameType.windowUpdate, 0, 0)]],
  ['a window beyond all bounds', [frameOfNumbers(frameType.windowUpdate, 0, 2 ** 31 - 1)]],
  ['settings that are cut off', [frame(frameType.settings, 0, 0, Buffer.alloc(5))]],
])('gives up on %s', async (_, frames) => {
  expect(await outcomeWith(...frames, ok)).toBe(lost);
});

it('survives noise', async () => {
  for (let round = 0; round < 50; round++) {
    const noise = frame(round % 11, randomBytes(1)[0]!, round % 3, randomBytes(round * 3));
    expect(typeof (await outcomeWith(noise, randomBytes(30)))).toBe('string');
  }
});

it('bounds the headers of an answer', async () => {
  const endless = frame(frameType.continuation, 0, 1, Buffer.alloc(16_384, 0x88));
  expect(
    await outcomeWith(frame(frameType.headers, 0, 1, Buffer.from([0x88])), ...Array.from({ length: 9 }, () => endless)),
  ).toBe(lost);
  // One long header, and a thousand mentions of it.
  const bomb = Buffer.concat([
    Buffer.from([0x88, 0x40, 0x01, 0x61, 0x7f, 0xa1, 0x1e]),
    Buffer.alloc(4_000, 0x61),
    Buffer.alloc(1_000, 0xbe),
  ]);
  expect(await outcomeWith(frame(frameType.headers, endHeaders | endStream, 1, bomb))).toBe(lost);
});

it('reads the examples of the standard', () => {
  const hex = (text: string) => Buffer.from(text.replace(/ /g, ''), 'hex');
  expect(readHuffman(hex('f1e3 c2e5 f23a 6ba0 ab90 f4ff'), 0, 12)).toBe('www.example.com');
  // RFC 7541, C.6: a table of 256 is full soon; ours is larger, so that nothing is forgotten.
  const read = headerReader();
  const date = 'Mon, 21 Oct 2013 20:13:21 GMT';
  const first = hex(
    '4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3',
  );
  const headers = { ':status': '302', 'cache-control': 'private', date, location: 'https://www.example.com' };
  expect(read(first)).toEqual(headers);
  expect(read(hex('4883 640e ffc1 c0bf'))).toEqual({ ...headers, ':status': '307' });
});
