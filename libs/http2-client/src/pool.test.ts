import { randomBytes, randomInt } from 'node:crypto';
import { constants, type ServerOptions } from 'node:http2';
import { http2Pool, type Http2Pool, type RequestHeader } from './index';
import { serveHttp2, type ReceivedRequest, type Server } from './http2-server.fixture';

let server: Server;
let pool: Http2Pool;
let goAways = 0;
afterEach(async () => {
  goAways = 0;
  await pool.close();
  await server.close();
});

async function open(
  handle: (received: ReceivedRequest) => void,
  options?: ServerOptions,
  connections = 2,
): Promise<void> {
  server = await serveHttp2(handle, options);
  pool = http2Pool({ url: server.url, connections, timeoutMs: 2_000, onGoAway: () => goAways++ });
}
const echo = ({ stream, headers, body }: ReceivedRequest) => {
  const xHeaders = Object.entries(headers).filter(([name]) => name.startsWith('x-'));
  stream.respond({ ':status': 200, path: headers[':path']!, ...Object.fromEntries(xHeaders) });
  stream.end(body);
};
const at = (path: string, body = '', ...more: RequestHeader[]) => ({
  headers: [[':path', path, 'unique'], ...more] as RequestHeader[],
  body,
});
const failure = (request: Promise<unknown>) =>
  request.then(String, (error: Error) => `${error.constructor.name}: ${error.message}`);

it('sends method, scheme, authority and body', async () => {
  await open(({ stream, headers, body }) => {
    const { ':method': method, ':scheme': scheme, ':authority': authority } = headers;
    stream.respond({ ':status': 201 });
    stream.end(JSON.stringify({ method, scheme, authority, body }));
  });
  const { status, body } = await pool.request(at('/a', 'Grüße 👋'));
  const authority = new URL(server.url).host;
  expect([status, JSON.parse(body)]).toEqual([201, { method: 'POST', scheme: 'http', authority, body: 'Grüße 👋' }]);
});

/** Random text of characters with short Huffman codes or of characters with long ones. */
const text = () => {
  const letters = randomInt(2) ? 'aceiost0129./-' : '\\~^{}<>`|"!()?#$@[]*&;XZ';
  return Array.from({ length: randomInt(1, 60) }, () => letters[randomInt(letters.length)]).join('');
};

it.each([4_096, 0, 100, 65_536])('exchanges headers with a header table of %d bytes', async (headerTableSize) => {
  await open(echo, { settings: { headerTableSize } });
  const shared = Array.from({ length: 30 }, (_, one): RequestHeader => [`x-${one % 11}`, text(), 'shared']);
  const send = async (one: number) => {
    const unique: RequestHeader = ['x-unique', text(), 'unique'];
    const some = shared.slice(one % 7, (one % 7) + 5);
    const { headers, body } = await pool.request(at(`/${one}`, `body ${one}`, ...some, unique));
    const names = Object.fromEntries([...some, unique].map(([name, value]) => [name, value]));
    expect({ ...headers, body }).toMatchObject({ ...names, path: `/${one}`, body: `body ${one}` });
  };
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 100 }, (_, one) => send(one)));
});

it('sends whole bodies within the flow-control windows', async () => {
  await open(
    ({ stream, body }) => {
      stream.respond({ ':status': 200 });
      stream.end(String(body.length));
    },
    { settings: { initialWindowSize: 1_000, maxConcurrentStreams: 3 } },
  );
  const sizes = Array.from({ length: 40 }, (_, one) => one * 3_333);
  const replies = await Promise.all(sizes.map((size) => pool.request(at('/', 'x'.repeat(size)))));
  expect(replies.map(({ body }) => Number(body))).toEqual(sizes);
});

it('keeps to the maximum of connections and of concurrent streams', async () => {
  let inFlight = 0;
  let maxInFlight = 0;
  await open(
    ({ stream }) => {
      maxInFlight = Math.max(maxInFlight, ++inFlight);
      setTimeout(() => {
        inFlight--;
        stream.respond({ ':status': 200 }, { endStream: true });
      }, 5);
    },
    { settings: { maxConcurrentStreams: 10 } },
    3,
  );
  await Promise.all(Array.from({ length: 300 }, () => pool.request(at('/'))));
  expect([server.sessions.length, maxInFlight]).toEqual([3, 30]);
});

it('reads responses with several frames, padding, interim responses and trailers', async () => {
  const half = 'ü'.repeat(5_001);
  await open(
    ({ stream }) => {
      stream.additionalHeaders({ ':status': 103, link: '</a>' });
      stream.respond({ ':status': 200, long: 'l'.repeat(40_000) }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'x-end': 'yes' }));
      stream.write(half);
      setTimeout(() => stream.end(half), 5);
    },
    { paddingStrategy: constants.PADDING_STRATEGY_MAX, maxSendHeaderBlockLength: 80_000 },
  );
  const replies = await Promise.all(Array.from({ length: 20 }, () => pool.request(at('/'))));
  for (const { status, headers, body } of replies)
    expect([status, headers.long?.length, body === half + half]).toEqual([200, 40_000, true]);
});

it('cancels an endless response', async () => {
  await open(({ stream }) => {
    stream.respond({ ':status': 200 });
    const more = () => !stream.destroyed && stream.write(randomBytes(1_000), () => setImmediate(more));
    more();
  });
  expect(await failure(pool.request(at('/')))).toBe('Unanswered: The answer is too long');
});

it('distinguishes refused requests, which it sends three times, from unanswered ones', async () => {
  let refused = 0;
  await open(({ stream, headers }) => {
    const { NGHTTP2_REFUSED_STREAM, NGHTTP2_INTERNAL_ERROR } = constants;
    if (headers[':path'] === '/silent') return;
    if (headers[':path'] === '/refused') refused++;
    stream.close(headers[':path'] === '/refused' ? NGHTTP2_REFUSED_STREAM : NGHTTP2_INTERNAL_ERROR);
  });
  expect(await failure(pool.request(at('/refused')))).toBe('NotProcessed: The connection took no more');
  expect(refused).toBe(3);
  expect(await failure(pool.request(at('/broken')))).toBe('Unanswered: The request was cut off');
  expect(await failure(pool.request(at('/silent')))).toBe('Unanswered: No answer within 2 s');
});

it('sends requests above the last stream of a GOAWAY over another connection', async () => {
  const processed: string[] = [];
  const answer = ({ stream, headers }: ReceivedRequest) => {
    const path = headers[':path']!;
    if (path === '/7' && server.sessions.length === 1) stream.session!.goaway(0, stream.id! - 4);
    setTimeout(() => {
      if (stream.destroyed) return;
      processed.push(path);
      stream.respond({ ':status': 200 }, { endStream: true });
    }, 20);
  };
  await open(answer, {}, 1);
  const paths = Array.from({ length: 10 }, (_, one) => `/${one}`);
  const replies = await Promise.all(paths.map((path) => pool.request(at(path))));
  expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 200));
  expect([processed.length, server.sessions.length]).toEqual([10, 2]);
  expect(goAways).toBe(1);
});

it('completes requests in flight before it closes, and rejects new ones', async () => {
  let onReceived!: (request: ReceivedRequest) => void;
  const received = new Promise<ReceivedRequest>((resolve) => (onReceived = resolve));
  await open(onReceived);
  const inFlightReply = pool.request(at('/'));
  const { stream } = await received;
  setTimeout(() => stream.respond({ ':status': 200 }, { endStream: true }), 50);
  const closing = pool.close();
  expect(await failure(pool.request(at('/')))).toBe('NotProcessed: The connections were closed');
  await closing;
  expect((await inFlightReply).status).toBe(200);
});

it('rejects a header value with a line break', async () => {
  await open(echo);
  expect(await failure(pool.request(at('/a\r\nx: y')))).toMatch(/^TypeError: The header :path/);
  expect((await pool.request(at('/b'))).headers.path).toBe('/b');
});
