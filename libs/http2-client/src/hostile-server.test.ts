import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { frame, frameType, integerFrame, settingsFrame } from './frames';
import { hpackDecoder } from './hpack-decoder';
import { decodeHuffman } from './huffman';
import { http2Pool } from './index';

const request = { headers: [[':path', '/', 'unique'] as const], body: 'x'.repeat(100) };

/** The outcome of a request to a server that sends these frames once it has received the request. */
async function outcomeWith(...frames: Buffer[]): Promise<string> {
  const server: Server = createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.write(settingsFrame([]));
    let received = 0;
    socket.on('data', (chunk) => {
      // The connection preface is shorter than the request.
      if ((received += chunk.length) > 100) socket.end(Buffer.concat(frames));
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

const connectionLost = 'The connection was lost';
const endStream = 1;
const endHeaders = 4;
const ok = frame(frameType.headers, endHeaders | endStream, 1, Buffer.from([0x88]));
const block = (...bytes: number[]) => frame(frameType.headers, endHeaders | endStream, 1, Buffer.from(bytes));

it('ignores frames of unknown types', async () => {
  expect(await outcomeWith(ok)).toBe('200 ');
  expect(await outcomeWith(frame(99, 0, 0, randomBytes(20)), frame(frameType.priority, 0, 1, randomBytes(5)), ok)).toBe(
    '200 ',
  );
});

it.each<[string, Buffer[]]>([
  ['bytes that are not HTTP/2', [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')]],
  ['a frame above the maximum size', [frame(frameType.data, 0, 1, Buffer.alloc(20_000))]],
  ['DATA without HEADERS', [frame(frameType.data, endStream, 1, Buffer.from('x'))]],
  ['HEADERS of a stream that was never opened', [frame(frameType.headers, endHeaders, 99, Buffer.from([0x88]))]],
  ['PUSH_PROMISE', [frame(frameType.pushPromise, endHeaders, 1, Buffer.from([0, 0, 0, 2, 0x88]))]],
  ['more padding than payload', [frame(frameType.headers, endHeaders | 8, 1, Buffer.from([9, 0x88]))]],
  ['an interrupted header block', [frame(frameType.headers, 0, 1, Buffer.from([0x88])), ok]],
  ['CONTINUATION without HEADERS', [frame(frameType.continuation, endHeaders, 1, Buffer.from([0x88]))]],
  ['an unknown header index', [block(0x88, 0xc5)]],
  ['an integer without end', [block(0x88, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)]],
  ['a truncated header name', [block(0x88, 0x40, 0x0a, 0x61)]],
  ['an invalid Huffman code', [block(0x88, 0x40, 0x84, 0xff, 0xff, 0xff, 0xff, 0x01, 0x61)]],
  ['a header table above the agreed size', [block(0x3f, 0xe2, 0xff, 0x03, 0x88)]],
  ['WINDOW_UPDATE with an increment of 0', [integerFrame(frameType.windowUpdate, 0, 0)]],
  ['a flow-control window above the maximum', [integerFrame(frameType.windowUpdate, 0, 2 ** 31 - 1)]],
  ['a truncated SETTINGS frame', [frame(frameType.settings, 0, 0, Buffer.alloc(5))]],
])('closes the connection on %s', async (_, frames) => {
  expect(await outcomeWith(...frames, ok)).toBe(connectionLost);
});

it('survives random bytes', async () => {
  for (let round = 0; round < 50; round++) {
    const noise = frame(round % 11, randomBytes(1)[0]!, round % 3, randomBytes(round * 3));
    expect(typeof (await outcomeWith(noise, randomBytes(30)))).toBe('string');
  }
});

it('bounds the headers of a response', async () => {
  const endless = frame(frameType.continuation, 0, 1, Buffer.alloc(16_384, 0x88));
  expect(
    await outcomeWith(frame(frameType.headers, 0, 1, Buffer.from([0x88])), ...Array.from({ length: 9 }, () => endless)),
  ).toBe(connectionLost);
  // One long header that is repeated a thousand times by its index.
  const bomb = Buffer.concat([
    Buffer.from([0x88, 0x40, 0x01, 0x61, 0x7f, 0xa1, 0x1e]),
    Buffer.alloc(4_000, 0x61),
    Buffer.alloc(1_000, 0xbe),
  ]);
  expect(await outcomeWith(frame(frameType.headers, endHeaders | endStream, 1, bomb))).toBe(connectionLost);
});

it('decodes the examples of RFC 7541', () => {
  const hex = (text: string) => Buffer.from(text.replace(/ /g, ''), 'hex');
  expect(decodeHuffman(hex('f1e3 c2e5 f23a 6ba0 ab90 f4ff'), 0, 12)).toBe('www.example.com');
  // Appendix C.6 uses a table of 256 bytes; ours is larger and evicts nothing here.
  const decode = hpackDecoder();
  const date = 'Mon, 21 Oct 2013 20:13:21 GMT';
  const first = hex(
    '4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e ' +
      '919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3',
  );
  const headers = { ':status': '302', 'cache-control': 'private', date, location: 'https://www.example.com' };
  expect(decode(first)).toEqual(headers);
  expect(decode(hex('4883 640e ffc1 c0bf'))).toEqual({ ...headers, ':status': '307' });
});
