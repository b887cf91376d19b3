import { randomBytes, randomInt } from 'node:crypto';
import { constants, type ServerOptions } from 'node:http2';
import { http2Pool, type Http2Pool, type RequestHeader } from './index';
import { serveHttp2, type Got, type Server } from './http2-server.fixture';

let server: Server;
let pool: Http2Pool;
afterEach(async () => {
  await pool.close();
  await server.close();
});

async function open(answer: (got: Got) => void, options?: ServerOptions, connections = 2): Promise<void> {
  server = await serveHttp2(answer, options);
  pool = http2Pool({ url: server.url, connections, timeoutMs: 2_000 });
}
const echo = ({ stream, headers, body }: Got) => {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('x-'));
  stream.respond({ ':status': 200, path: headers[':path']!, ...Object.fromEntries(own) });
  stream.end(body);
};
const at = (path: string, body = '', ...more: RequestHeader[]) => ({
  headers: [[':path', path, 'own'], ...more] as RequestHeader[],
  body,
});
const failure = (request: Promise<unknown>) =>
  request.then(String, (error: Error) => `${error.constructor.name}: ${error.message}`);

it('says who, where and what', async () => {
  await open(({ stream, headers, body }) => {
    const { ':method': method, ':scheme': scheme, ':authority': authority } = headers;
    stream.respond({ ':status': 201 });
    stream.end(JSON.stringify({ method, scheme, authority, body }));
  });
  const { status, body } = await pool.request(at('/a', 'Grüße 👋'));
  const authority = new URL(server.url).host;
  expect([status, JSON.parse(body)]).toEqual([201, { method: 'POST', scheme: 'http', authority, body: 'Grüße 👋' }]);
});

/** Letters that Huffman codes make shorter, and letters that they make longer. */
const text = () => {
  const letters = randomInt(2) ? 'aceiost0129./-' : '\\~^{}<>`|"!()?#$@[]*&;XZ';
  return Array.from({ length: randomInt(1, 60) }, () => letters[randomInt(letters.length)]).join('');
};

it.each([4_096, 0, 100, 65_536])(
  'understands and is understood where the table of headers is %d',
  async (headerTableSize) => {
    await open(echo, { settings: { headerTableSize } });
    const shared = Array.from({ length: 30 }, (_, one): RequestHeader => [`x-${one % 11}`, text(), 'shared']);
    const send = async (one: number) => {
      const own: RequestHeader = ['x-own', text(), 'own'];
      const some = shared.slice(one % 7, (one % 7) + 5);
      const { headers, body } = await pool.request(at(`/${one}`, `body ${one}`, ...some, own));
      const names = Object.fromEntries([...some, own].map(([name, value]) => [name, value]));
      expect({ ...headers, body }).toMatchObject({ ...names, path: `/${one}`, body: `body ${one}` });
    };
    for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 100 }, (_, one) => send(one)));
  },
);

it('sends no more than the other side takes, and all of it', async () => {
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

it('opens its few connections and keeps within the streams that each allows', async () => {
  let open_ = 0;
  let most = 0;
  await open(
    ({ stream }) => {
      most = Math.max(most, ++open_);
      setTimeout(() => {
        open_--;
        stream.respond({ ':status': 200 }, { endStream: true });
      }, 5);
    },
    { settings: { maxConcurrentStreams: 10 } },
    3,
  );
  await Promise.all(Array.from({ length: 300 }, () => pool.request(at('/'))));
  expect([server.sessions.length, most]).toEqual([3, 30]);
});

it('reads answers in many pieces, padded, announced and with trailers', async () => {
  const piece = 'ü'.repeat(5_001);
  await open(
    ({ stream }) => {
      stream.additionalHeaders({ ':status': 103, link: '</a>' });
      stream.respond({ ':status': 200, long: 'l'.repeat(40_000) }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'x-end': 'yes' }));
      stream.write(piece);
      setTimeout(() => stream.end(piece), 5);
    },
    { paddingStrategy: constants.PADDING_STRATEGY_MAX, maxSendHeaderBlockLength: 80_000 },
  );
  const replies = await Promise.all(Array.from({ length: 20 }, () => pool.request(at('/'))));
  for (const { status, headers, body } of replies)
    expect([status, headers.long?.length, body === piece + piece]).toEqual([200, 40_000, true]);
});

it('takes no endless answer', async () => {
  await open(({ stream }) => {
    stream.respond({ ':status': 200 });
    const more = () => !stream.destroyed && stream.write(randomBytes(1_000), () => setImmediate(more));
    more();
  });
  expect(await failure(pool.request(at('/')))).toBe('Unanswered: The answer is too long');
});

it('tells what was not looked at, three times, from what nobody knows', async () => {
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

it('leaves a connection that says goodbye, and sends elsewhere what that did not look at', async () => {
  const looked: string[] = [];
  const answer = ({ stream, headers }: Got) => {
    const path = headers[':path']!;
    if (path === '/7' && server.sessions.length === 1) stream.session!.goaway(0, stream.id! - 4);
    setTimeout(() => {
      if (stream.destroyed) return;
      looked.push(path);
      stream.respond({ ':status': 200 }, { endStream: true });
    }, 20);
  };
  await open(answer, {}, 1);
  const paths = Array.from({ length: 10 }, (_, one) => `/${one}`);
  const replies = await Promise.all(paths.map((path) => pool.request(at(path))));
  expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 200));
  expect([looked.length, server.sessions.length]).toEqual([10, 2]);
});

it('ends what is under way before it closes, and takes nothing then', async () => {
  await open(({ stream }) => setTimeout(() => stream.respond({ ':status': 200 }, { endStream: true }), 50));
  const underWay = pool.request(at('/'));
  await new Promise((resolve) => setTimeout(resolve, 30));
  const closing = pool.close();
  expect(await failure(pool.request(at('/')))).toBe('NotProcessed: The connections were closed');
  await closing;
  expect((await underWay).status).toBe(200);
});

it('refuses a header that would be another one', async () => {
  await open(echo);
  expect(await failure(pool.request(at('/a\r\nx: y')))).toMatch(/^TypeError: The header :path/);
  expect((await pool.request(at('/b'))).headers.path).toBe('/b');
});
