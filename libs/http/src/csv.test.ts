import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { boolean, integer, nullable, object, string, timestamp } from '@herald/contracts';
import { createApp } from './create-app';
import { unavailable } from './errors';
import { openApiOf } from './openapi';
import { csv } from './returns';
import { route, type Route } from './route';

const row = object({ id: integer(), name: nullable(string().allow('')), at: timestamp(), new: boolean() });
const at = new Date('2026-01-02T03:04:05.678Z');
const one = { id: 1, name: 'Ana', at, new: true };
/** How far the source was read, and whether it was ended. */
const source = { pages: 0, isEnded: false };
const errors: unknown[] = [];

async function* pages(kind: string) {
  if (kind === 'down') throw unavailable();
  if (kind === 'empty') return;
  source.pages = 0;
  source.isEnded = false;
  try {
    while (kind !== 'endless' || source.pages < 100_000) {
      source.pages++;
      yield Array.from({ length: 1_000 }, (_, at) => ({ ...one, id: at }));
      if (kind === 'short') return;
      if (kind === 'broken') throw new Error('The database went away');
    }
  } finally {
    source.isEnded = true;
  }
}
const texts = [
  '=1+1',
  '+56 9',
  '-1',
  '@x',
  'a,b',
  'say "hi"',
  'two\nlines',
  "O'Hara",
  'x;=1',
  'y\n-2',
  '＝1',
  'ñandú',
  '',
];
async function* written() {
  yield texts.map((name) => ({ ...one, id: -1, name, new: false }));
  yield [{ ...one, name: null }];
}

const base = { summary: 'x', scope: 'events:read', resource: 'Row', errors: {}, returns: csv(row) } as const;
const routes: Route<object>[] = [
  route('GET /events/texts.csv', { ...base, handle: async () => ({ name: 'téxts.csv', pages: written() }) }),
  route('GET /events/:kind', { ...base, handle: async ({ params }) => ({ name: 'x', pages: pages(params.kind) }) }),
];

let server: Server;
let url: string;
beforeAll(async () => {
  const app = createApp({
    ...{ service: 'events', family: 'A', routes, deps: {}, tempDir: '', checkAnswers: true },
    verify: async (token) => ({ subject: token, companies: '*', scopes: '*' }),
    ...{ memory: {} as never, takeToken: () => {}, disk: {} as never },
    translate: () => undefined,
    ...{ onWrite: async () => {}, onAnswer: () => {}, onError: (error) => void errors.push(error) },
  });
  server = createServer(app as never).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
});
afterAll(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

const headers = (subject: string) => ({ authorization: `Bearer ${subject}` });
const ask = (path: string, subject = 'tester', method = 'GET') =>
  fetch(`${url}/${path}`, { method, headers: headers(subject) });
/** Begins a download without reading its body. */
const begin = (path: string, subject: string) =>
  new Promise<IncomingMessage>((resolve) => get(`${url}/${path}`, { headers: headers(subject) }, resolve));
const until = async (check: () => boolean) => {
  for (let left = 500; !check(); left--) {
    if (left === 0) throw new Error('Still not so');
    await sleep(10);
  }
};

it('writes rows as a table that a spreadsheet reads and never runs', async () => {
  const answer = await ask('texts.csv');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''t%C3%A9xts.csv");
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const cells = ["'=1+1", `"'+56 9"`, "'-1", "'@x", '"a,b"', '"say ""hi"""', '"two\nlines"', "O'Hara"];
  cells.push(`"x;'=1"`, `"y\n'-2"`, "'＝1", 'ñandú', '');
  const rest = '2026-01-02T03:04:05.678Z';
  const lines = ['id,name,at,new', ...cells.map((cell) => `-1,${cell},${rest},false`), `1,,${rest},true`, ''];
  expect(bytes.subarray(3).toString()).toBe(lines.join('\r\n'));
});

it('answers a failure before the first row as one, and only the names for no rows', async () => {
  expect((await ask('down')).status).toBe(503);
  expect(await (await ask('empty')).text()).toBe('id,name,at,new\r\n');
  const head = await ask('short', 'tester', 'HEAD');
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    200,
    'text/csv; charset=utf-8',
    '',
  ]);
  expect((await (await ask('short')).text()).split('\r\n')).toHaveLength(1_002);
});

it('breaks the connection when the source fails: a part never passes for the whole', async () => {
  // What was written may be lost with the connection: then there is not even a status.
  const whole = async () => (await ask('broken')).text();
  await expect(whole()).rejects.toMatchObject({ message: expect.any(String) });
  expect(errors).toEqual([new Error('The database went away')]);
});

it('reads at the pace of the reader, and ends with it', async () => {
  const answer = await begin('endless', 'slow');
  await sleep(200);
  const read = source.pages;
  await sleep(200);
  expect(source.pages).toBe(read);
  expect(read).toBeLessThan(1_000);
  answer.destroy();
  await until(() => source.isEnded);
});

it('limits the downloads of one caller, and frees a place when one ends', async () => {
  const open = await Promise.all([1, 2, 3].map(() => begin('endless', 'greedy')));
  const refused = await ask('short', 'greedy');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect((await ask('short', 'other')).status).toBe(200);
  open.forEach((one) => one.destroy());
  await until(() => source.isEnded);
  for (let status = 429; status !== 200; await sleep(10)) ({ status } = await ask('short', 'greedy'));
});

it('documents its bytes', () => {
  const named = routes.map((one, at) => ({ ...one, name: `read${at}` }));
  const { paths } = openApiOf([{ name: 'events', summary: 'x', family: 'A', routes: named as never }], '1') as never;
  const { responses } = (paths as Record<string, { get: { responses: Record<string, object> } }>)['/events/texts.csv']!
    .get;
  expect(responses['200']).toMatchObject({ content: { 'text/csv': { schema: { type: 'string' } } } });
});
