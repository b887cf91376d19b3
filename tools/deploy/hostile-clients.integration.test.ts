import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { serviceTokens, signToken } from '@herald/auth';
import { failureBody, type Family, type ServiceName } from '@herald/contracts';
import { homePage, homePageHeaders } from '@herald/service';
import { eventually, freePort } from '@herald/testing';
import { startGateway, type Gateway } from './gateway';
import { serviceSecret, sharedFolder, tokenSecret } from './processes';
import { separateServices, type Separate } from './separate-services';

/** What clients without rights, or without haste, can do to the gateway that is shipped. */
const names: ServiceName[] = ['company', 'audit', 'chronos'];
const namespace = `t${randomBytes(6).toString('hex')}`;
const token = signToken(tokenSecret, { subject: 'tester', companies: [1], scope: '*', seconds: 900 });
const sockets: Socket[] = [];
const megabyte = 1_048_576;
let folder: string;
let separate: Separate;
let gateway: Gateway;

beforeAll(async () => {
  folder = sharedFolder('services');
  separate = await separateServices(names, namespace, folder);
  for (const name of names) await separate.start(name);
  gateway = await startGateway(await freePort(), separate.portOf);
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

afterAll(async () => {
  await gateway?.running.end();
  await separate?.stop();
  for (const one of [folder, gateway?.folder]) if (one) rmSync(one, { recursive: true, force: true });
});

/** A raw connection, and the bytes received so far. */
function open(head: string, { authorization = '', from = '' } = {}) {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  sockets.push(socket);
  const opened = { socket, received: '', isClosed: false };
  socket.on('data', (bytes) => (opened.received += bytes.toString('latin1')));
  socket.on('error', () => {}).on('close', () => (opened.isClosed = true));
  const headers = [authorization && `Authorization: ${authorization}`, from && `X-Forwarded-For: ${from}`];
  const lines = [head, 'Host: gateway', ...headers.filter(Boolean)];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return opened;
}

const statusIn = (received: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1]);
const headIn = (received: string) => received.slice(0, received.indexOf('\r\n\r\n') + 2);
const bodyIn = (received: string) => JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4)) as unknown;

async function answerTo(head: string, options?: Parameters<typeof open>[1]) {
  const opened = open(`${head}\r\nConnection: close`, options);
  await eventually(() => opened.isClosed || opened.received.endsWith('}'), 15_000);
  return opened.received;
}

const refusal = (family: Family, code: number, message: string) =>
  failureBody(family, { code, resource: 'Route', message, bare: code === 401 });

/** Files of bodies and answers that nginx has put on its disk. */
const spooled = () =>
  ['body', 'proxy'].flatMap((name) => {
    const path = join(gateway.folder, name);
    return existsSync(path) ? readdirSync(path, { recursive: true }).filter((one) => !one.includes('/')) : [];
  });

const paths: [ServiceName | string, Family][] = [
  ['/campaigns/api/v1/campaign', 'A'],
  ['/company/api/v2/company', 'B'],
  ['/audit/api/v1/audit', 'B'],
  ['/notifications/v2/device', 'C'],
  ['/chronos/v1/file_registers', 'A'],
  ['/sapien/api/v1/credential', 'A'],
];

describe('without a token', () => {
  it.each(paths)('refuses POST %s before its body arrives', async (path, family) => {
    for (const authorization of ['', 'Basic YTpi', 'Bearer', 'Bearer ']) {
      const opened = open(`POST ${path} HTTP/1.1\r\nContent-Length: 31457280`, { authorization });
      await eventually(() => opened.received.includes('}'));
      expect(statusIn(opened.received)).toBe(401);
      expect(bodyIn(opened.received)).toEqual(refusal(family, 401, 'Unauthorized'));
      expect(headIn(opened.received)).toMatch(/\r\nWWW-Authenticate: Bearer\r\n/);
    }
  });

  it('keeps nothing of bodies that are sent nevertheless', async () => {
    const chunk = Buffer.alloc(megabyte);
    const senders = Array.from({ length: 10 }, () =>
      open('POST /campaigns/api/v1/campaign HTTP/1.1\r\nContent-Length: 31457280'),
    );
    for (const { socket } of senders) for (let sent = 0; sent < 8; sent++) socket.write(chunk);
    await eventually(() => senders.every(({ received }) => statusIn(received) === 401));
    expect(spooled()).toEqual([]);
    await eventually(() => senders.every(({ isClosed }) => isClosed));
  });

  it('opens signed links, documents and health, and nothing else', async () => {
    const get = async (path: string) => (await fetch(gateway.url + path)).status;
    for (const path of ['/docs', '/openapi.json', '/health/ready'])
      expect([path, await get(path)]).toEqual([path, 200]);
    // The service that could check the link is not there.
    expect(await get('/sapien/api/v1/picture/one?until=1&signature=x')).toBe(503);
    for (const path of ['/sapien/api/v1/picture/one/two', '/sapien/api/v1/credential', '/company/', '/company%0a/x'])
      expect([path, await get(path)]).toEqual([path, path.includes('%0a') ? 404 : 401]);
    const body = { method: 'POST', body: 'x' };
    expect((await fetch(`${gateway.url}/sapien/api/v1/picture/one`, body)).status).toBe(401);
  });
});

describe('with a token that is not good', () => {
  it('refuses a large body unread, and spools nothing', async () => {
    const opened = open(
      'POST /audit/api/v1/audit HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 16000000',
      {
        authorization: 'Bearer not-a-token',
      },
    );
    opened.socket.write(Buffer.alloc(megabyte));
    await eventually(() => statusIn(opened.received) === 401);
    expect(spooled()).toEqual([]);
    await eventually(() => opened.isClosed);
  });

  it('refuses tokens of services, which are good on the network of services alone', async () => {
    const authorization = `Bearer ${serviceTokens(serviceSecret, 'campaigns')('company')}`;
    const path = '/company/api/v2/company/1';
    const direct = await fetch(`http://127.0.0.1:${separate.portOf('company')}${path}`, { headers: { authorization } });
    expect(direct.status).toBe(404);
    for (const from of ['', '127.0.0.1', '203.0.113.9'])
      expect(statusIn(await answerTo(`GET ${path} HTTP/1.1`, { authorization, from }))).toBe(401);
  });
});

describe('slow clients', () => {
  const authorization = `Bearer ${token}`;

  it('lets others upload while twenty bodies of 30 MB are announced and held back', async () => {
    const slow = Array.from({ length: 20 }, (_, at) => {
      const path = ['/audit/api/v1/audit', '/chronos/v1/file_registers'][at % 2]!;
      const type = at % 2 ? 'multipart/form-data; boundary=b' : 'application/json';
      const length = at % 2 ? 30 * megabyte : 15 * megabyte;
      const head = `POST ${path} HTTP/1.1\r\nContent-Type: ${type}\r\nContent-Length: ${length}`;
      const opened = open(head, { authorization });
      opened.socket.write(Buffer.alloc(8 * megabyte, ' '));
      return opened;
    });
    const form = new FormData();
    form.set('company_id', '1');
    form.set('file', new Blob([randomBytes(20 * megabyte)]), 'letter.bin');
    const sent = { method: 'POST', body: form, headers: { authorization } };
    const stored = await fetch(`${gateway.url}/chronos/v1/file_registers`, sent);
    expect([stored.status, slow.filter(({ isClosed }) => isClosed).length < 20]).toEqual([201, true]);
    expect(spooled()).toEqual([]);
    await eventually(() => slow.every(({ isClosed }) => isClosed));
  });

  it('ends bodies of which a byte arrives now and then', async () => {
    const heads = [
      'POST /audit/api/v1/audit HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 1000',
      'POST /chronos/v1/file_registers HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000',
    ];
    const opened = heads.map((head) => open(head, { authorization }));
    const drip = () => opened.forEach(({ socket, isClosed }) => isClosed || socket.write(' '));
    const dripping = setInterval(drip, 4_000);
    await eventually(() => opened.every(({ isClosed }) => isClosed), 100_000).finally(() => clearInterval(dripping));
    expect(spooled()).toEqual([]);
  });

  it('ends headers of which a byte arrives each second', async () => {
    const opened = open('GET /docs HTTP/1.1');
    await eventually(() => opened.received);
    opened.socket.write('GET /docs HTTP/1.1\r\nX-Slow: ');
    const dripping = setInterval(() => opened.socket.write('x'), 1_000);
    await eventually(() => opened.isClosed, 40_000).finally(() => clearInterval(dripping));
  });
});

describe('limits', () => {
  const authorization = `Bearer ${token}`;

  it.each([
    ['/company/api/v2/company', megabyte, 'B'],
    ['/campaigns/api/v1/campaign', 32 * megabyte, 'A'],
    ['/campaigns/campaigns/api/v1/campaign', 32 * megabyte, 'A'],
    ['/campaigns/api/v1/campaign/1/stop', megabyte, 'A'],
    ['/notifications/v2/device', megabyte, 'C'],
    ['/audit/api/v1/audit', 16 * megabyte, 'B'],
    ['/message-persistance/api/v1/segment', megabyte / 2, 'A'],
  ] as const)('takes no more for %s than its routes do', async (path, max, family) => {
    const post = (bytes: number) => answerTo(`POST ${path} HTTP/1.1\r\nContent-Length: ${bytes}`, { authorization });
    const refused = await post(max + 1);
    expect([statusIn(refused), bodyIn(refused)]).toEqual([413, refusal(family, 413, 'Payload too large')]);
  });

  it('answers 429 to a client that asks too much, with the time to wait, and serves the others', async () => {
    const from = '198.51.100.7';
    const requests = `HEAD /docs HTTP/1.1\r\nHost: gateway\r\nX-Forwarded-For: ${from}\r\n\r\n`.repeat(900);
    const senders = Array.from({ length: 8 }, () => open('HEAD /openapi.json HTTP/1.1', { from }));
    for (const { socket } of senders) socket.write(requests);
    const isRefused = /HTTP\/1\.1 429 (?:(?!HTTP)[^])*\r\nRetry-After: 1\r\n/;
    await eventually(() => senders.some(({ received }) => isRefused.test(received)));
    const other = await fetch(`${gateway.url}/docs`, { headers: { 'x-forwarded-for': '198.51.100.8' } });
    expect(other.status).toBe(200);
  });

  it('answers 429 where one client has more large bodies under way than it may', async () => {
    const head = 'POST /audit/api/v1/audit HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9000000';
    const from = '198.51.100.9';
    const held: ReturnType<typeof open>[] = [];
    const unanswered = () => held.filter(({ received }) => received === '').length;
    const refused = () => held.filter(({ received }) => statusIn(received) === 429);
    await eventually(() => {
      // A busy service refuses some at its door, and others take their place.
      for (let more = 70 - unanswered(); refused().length === 0 && more > 0; more--)
        held.push(open(head, { authorization, from }));
      return refused().length > 0 && unanswered() <= 64;
    });
    expect(bodyIn(refused()[0]!.received)).toEqual(refusal('B', 429, 'Too many requests'));
    expect(headIn(refused()[0]!.received)).toMatch(/\r\nRetry-After: 1\r\n/);
    const small = await answerTo('GET /company/api/v2/company/9 HTTP/1.1', { authorization, from });
    expect(statusIn(small)).toBe(404);
  });
});

const oddRequests: [head: string, status: number, family: Family][] = [
  ['GET /docs/..%2f..%2fetc/passwd HTTP/1.1', 400, 'A'],
  ['GET /index%00/v1/device/1 HTTP/1.1', 400, 'A'],
  ['GET /company/..%2f..%2fetc/passwd HTTP/1.1', 400, 'B'],
  ['GET /notifications/%zz HTTP/1.1', 400, 'C'],
  ['GET /audit/../../x HTTP/1.1', 400, 'B'],
  ['GET http://elsewhere/identification/%00 HTTP/1.1', 400, 'B'],
  [`GET /audit/${'x'.repeat(20_000)} HTTP/1.1`, 414, 'B'],
  [`GET /company/x HTTP/1.1\r\nX-Large: ${'x'.repeat(20_000)}`, 400, 'B'],
  ['POST /company/x HTTP/1.1\r\nTransfer-Encoding: identity', 501, 'B'],
  ['POST /company/x HTTP/1.1\r\nContent-Length: x', 400, 'B'],
  ['POST /company/x HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked', 400, 'B'],
  ['GET /docs HTTP/1.1\r\nHost: twice', 400, 'A'],
  ['GET /docs HTTP/9.9', 505, 'A'],
  ['GET /openapi.json HTTP/1.1\r\nRange: bytes=999999999-', 416, 'A'],
  ['GET /openapi.json HTTP/1.1\r\nIf-Unmodified-Since: Mon, 01 Jan 1990 00:00:00 GMT', 412, 'A'],
  ['DELETE /docs HTTP/1.1', 405, 'A'],
  ['POST / HTTP/1.1', 404, 'A'],
  ['TRACE / HTTP/1.1', 405, 'A'],
  ['CONNECT /company HTTP/1.1', 405, 'B'],
  ['GET /_gateway/error HTTP/1.1', 404, 'A'],
  ['NONSENSE', 400, 'A'],
];

describe('odd requests', () => {
  it.each(oddRequests.map(([head, ...rest]) => [head.slice(0, 60).replace(/\s+/g, ' '), head, ...rest] as const))(
    'answers %s in the envelope of its path',
    async (_title, head, status, family) => {
      const received = await answerTo(head);
      expect(statusIn(received)).toBe(status);
      expect(received).not.toMatch(/<html|nginx\/\d/i);
      expect(headIn(received)).toMatch(/\r\nContent-Type: application\/json/);
      expect(bodyIn(received)).toMatchObject(
        { A: { code: status }, B: { status: false }, C: { status: 'error' } }[family],
      );
    },
  );

  it('shows the home page to browsers as the services do, and the 404 of the house to others', async () => {
    const page = await fetch(gateway.url, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect([page.status, await page.text()]).toEqual([200, homePage({ hasConsole: true })]);
    for (const [name, value] of Object.entries(homePageHeaders))
      expect([name, page.headers.get(name)]).toEqual([name, value]);
    for (const accept of ['*/*', 'application/json', 'text/htmlx']) {
      const other = await fetch(gateway.url, { headers: { accept } });
      expect([other.status, await other.json()]).toEqual([404, refusal('A', 404, 'Not found')]);
    }
  });
});
