import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anyObject, object, optional, string } from '@herald/contracts';
import { createApp } from './create-app';
import { HttpError, invalid, unavailable } from './errors';
import { signedLink } from './guards';
import { openApiOf } from './openapi';
import { multipart } from './request-body';
import type { RequestMemory } from './request-memory';
import { created, ok } from './returns';
import { route, type Route } from './route';

/** What single routes may ask for beyond the usual. */
const base = { summary: 'x', resource: 'Picture', errors: {} } as const;
const slots = { max: 1, held: 0, acquired: [] as unknown[] };
const uploads = { max: 10, held: 0 };

/** A slot of a limit that the test reads and sets. */
function acquire(limit: { max: number; held: number }) {
  if (limit.held >= limit.max) throw unavailable();
  limit.held++;
  return () => void limit.held--;
}
const kept = new Map<string, unknown>();
const tempDir = mkdtempSync(join(tmpdir(), 'herald-'));

const hangUp = { isChecking: false, isHandled: false };

const routes: Route<object>[] = [
  route('POST /sapien/unlimited', {
    ...base,
    scope: 'sapien:write',
    returns: ok(anyObject()),
    guards: [
      {
        async check() {
          hangUp.isChecking = true;
          await sleep(300);
        },
      },
    ],
    async handle() {
      hangUp.isHandled = true;
      return {};
    },
  }),
  route('POST /sapien/pictures', {
    ...base,
    scope: 'sapien:write',
    body: multipart(object({ note: optional(string()) }), {
      files: ['file'],
      encoded: ['text'],
      maxBytes: 1000,
      arriveWithin: 0.5,
      tooLarge: (field) => invalid({ errors: { [field]: ['is too large'] } }),
    }),
    returns: created(anyObject()),
    idempotent: { replay: async ({ uuid }) => ({ uuid, again: true }) },
    guards: [
      {
        onError: ({ status, detail }) =>
          new HttpError(status, status === 503 ? { ...detail, message: 'Bad Gateway', errors: 'Try later' } : detail),
        beforeBody: () => acquire(uploads),
        beforeHandle({ body }) {
          slots.acquired.push(body);
          return acquire(slots);
        },
      },
    ],
    async handle({ files, uuid, body }) {
      const read = Object.entries(files).map(([name, { path }]) => [name, readFileSync(path, 'utf8')]);
      if (body.note === 'fail') throw new HttpError(409);
      return { uuid, ...Object.fromEntries(read) };
    },
  }),
  route('GET /sapien/picture', {
    ...base,
    scope: 'sapien:read',
    returns: ok(anyObject()),
    query: object({ key: string() }),
    guards: [signedLink(({ query }) => (query as { key?: string }).key === 'right')],
    handle: async ({ caller }) => ({ companies: caller.companies }),
  }),
];

const memory: RequestMemory = {
  take: async () => 0,
  begin: async (key) => {
    if (!kept.has(key)) return { state: 'mine', uuid: 'first' };
    return { state: 'done', uuid: 'first', answer: kept.get(key) as never };
  },
  finish: async (key, answer) => void kept.set(key, answer),
  renew: async () => {},
  release: async () => {},
};

let server: Server;
let url: string;
beforeAll(async () => {
  const app = createApp({
    service: 'sapien',
    family: 'A',
    routes,
    deps: {},
    verify: async () => ({ subject: 'x', companies: '*', scopes: '*' }),
    memory,
    takeToken: () => {},
    disk: { hasRoomFor: async () => true, noteFull: () => {} },
    tempDir,
    translate: () => undefined,
    onWrite: async () => {},
    onAnswer: () => {},
    onError: () => {},
  });
  server = createServer(app as never).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(tempDir, { recursive: true, force: true });
});

async function post(fields: Record<string, string | Blob>, headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const init = { method: 'POST', body: form, headers: { authorization: 'Bearer x', ...headers } };
  const answer = await fetch(`${url}/sapien/pictures`, init);
  const body = (await answer.json()) as { message: string; errors: unknown; data: Record<string, string> };
  return { status: answer.status, body, headers: answer.headers };
}
const base64 = (text: string) => Buffer.from(text).toString('base64');

it('handles a request without a limit even if its caller hangs up meanwhile', async () => {
  const sent = request(`${url}/sapien/unlimited`, { method: 'POST', headers: { authorization: 'Bearer x' } });
  sent.on('error', () => {}).end();
  for (let tries = 0; !hangUp.isChecking && tries < 200; tries++) await sleep(10);
  sent.destroy();
  for (let tries = 0; !hangUp.isHandled && tries < 500; tries++) await sleep(10);
  expect(hangUp).toEqual({ isChecking: true, isHandled: true });
});

it('takes a file as base64, with or without a data address before it, and an empty text as none', async () => {
  for (const text of [
    base64('hello'),
    `data:image/png;base64,${base64('hello')}`,
    `${base64('hel')}\r\n${base64('lo')}`,
  ])
    expect((await post({ text })).body.data).toMatchObject({ text: 'hello' });
  expect((await post({ text: '', file: new Blob(['by file']) })).body.data).toMatchObject({ file: 'by file' });
  expect(readdirSync(tempDir)).toEqual([]);
});

it.each([
  ['a file that is too large', { file: new Blob(['x'.repeat(1001)]) }, { file: ['is too large'] }],
  ['an encoded file that is too large', { text: base64('x'.repeat(1100)) }, { text: ['is too large'] }],
  ['what is no base64', { text: 'data:image/png;base64,%%%%' }, { text: ['must be base64'] }],
  ['padding without end', { text: `${'='.repeat(1000)}x` }, { text: ['must be base64'] }],
])('refuses %s and keeps nothing', async (_, fields, errors) => {
  const { status, body } = await post(fields as Record<string, string>);
  expect([status, body.errors]).toEqual([422, errors]);
  expect(readdirSync(tempDir)).toEqual([]);
});

it('bears a part that is not expected and ends in the middle', async () => {
  const body = '--b\r\nContent-Disposition: form-data; name="other"; filename="x"\r\n\r\nhalf';
  const headers = { authorization: 'Bearer x', 'content-type': 'multipart/form-data; boundary=b' };
  const answer = await fetch(`${url}/sapien/pictures`, { method: 'POST', body, headers });
  expect(answer.status).toBe(422);
});

it('acquires a slot for a validated request, and releases it with the answer', async () => {
  slots.acquired = [];
  const sent: Record<string, string | Blob>[] = [{ note: 'a' }, { note: 'fail' }];
  for (const fields of sent) await post(fields);
  expect(slots).toMatchObject({ held: 0, acquired: [{ note: 'a' }, { note: 'fail' }] });
  for (const fields of [{ other: new Blob(['x']) }, { file: new Blob(['x'.repeat(1001)]) }] as Record<
    string,
    string | Blob
  >[])
    expect((await post(fields)).status).toBe(422);
  expect(slots.acquired).toHaveLength(2);
});

it('says when no slot is free, and leaves no file', async () => {
  slots.max = 0;
  const { status, body, headers } = await post({ text: base64('x') });
  slots.max = 1;
  expect([status, body.message, body.errors]).toEqual([503, 'Bad Gateway', 'Try later']);
  expect(headers.get('retry-after')).toBe('5');
  expect([slots.held, readdirSync(tempDir)]).toEqual([0, []]);
});

/** A request whose body stops in the middle. */
function sendHalf() {
  const headers = { authorization: 'Bearer x', 'content-type': 'multipart/form-data; boundary=b' };
  const sent = request(`${url}/sapien/pictures`, { method: 'POST', headers });
  sent.on('error', () => {});
  sent.write('--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nhalf');
  return sent;
}

it('ends a body that does not arrive in time', async () => {
  const sent = sendHalf();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  sent.destroy();
  expect([answer.statusCode, uploads.held, readdirSync(tempDir)]).toEqual([408, 0, []]);
});

it('lets bodies that stop in the middle hold upload slots only, and only while they arrive', async () => {
  const halves = [1, 2, 3, 4, 5].map(sendHalf);
  const ended = Promise.all(halves.map((sent) => once(sent, 'response')));
  while (uploads.held < 5) await sleep(10);
  expect((await post({ text: base64('x') })).status).toBe(201);
  uploads.max = 0;
  expect((await post({ text: base64('x') })).status).toBe(503);
  uploads.max = 10;
  await ended;
  for (const sent of halves) sent.destroy();
  expect([uploads.held, slots.held]).toEqual([0, 0]);
});

it('makes the answer of a repeat anew and keeps none', async () => {
  const key = { 'idempotency-key': 'one' };
  expect((await post({ text: base64('x') }, key)).body.data).toEqual({ uuid: 'first', text: 'x' });
  const again = await post({ text: base64('x') }, key);
  expect([again.body.data, again.headers.get('idempotent-replay')]).toEqual([{ uuid: 'first', again: true }, 'true']);
  expect(JSON.stringify([...kept.values()])).toBe('[{"status":201}]');
});

it('lets a link open a route for nobody in particular, and nothing else without a token', async () => {
  const opened = await fetch(`${url}/sapien/picture?key=right`);
  expect([opened.status, ((await opened.json()) as { data: unknown }).data]).toEqual([200, { companies: [] }]);
  const forged = `${url}/sapien/picture?key=wrong`;
  expect((await fetch(forged)).status).toBe(401);
  expect((await fetch(forged, { headers: { Authorization: 'Bearer x' } })).status).toBe(403);
});

it('documents encoded files and links', () => {
  const named = (routes as Route<never>[]).map((one, at) => ({ ...one, name: `operation${at}` }));
  const documented = { name: 'sapien' as const, summary: 'x', family: 'A' as const, routes: named };
  const { paths } = openApiOf([documented], '1') as { paths: Record<string, Record<string, never>> };
  expect(JSON.stringify(paths['/sapien/pictures'])).toContain('"text":{"type":"string","contentEncoding":"base64"}');
  expect(paths['/sapien/picture']!.get).toMatchObject({ security: [{}], description: expect.stringContaining('link') });
});
