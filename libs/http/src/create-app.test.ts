import { createServer, type Server } from 'node:http';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { anyObject, companyId, freeObject, number, object, optional, string, text } from '@herald/contracts';
import { createApp } from './create-app';
import { notFound } from './errors';
import { rateLimit } from './guards';
import { paging } from './paging';
import { multipart } from './request-body';
import type { Begun, KeptAnswer, RequestMemory } from './request-memory';
import { created, file, noContent, ok, respondWith, pageOf } from './returns';
import { route, type Route } from './route';
import type { WriteEntry } from './write-log';

/** Keeps in memory what a service keeps in its database. */
function memory(): RequestMemory {
  const counts = new Map<string, number>();
  const kept = new Map<string, { fingerprint: string; answer?: KeptAnswer }>();
  return {
    async take(key, { max }) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return counts.get(key)! > max ? 30 : 0;
    },
    async begin(key, fingerprint): Promise<Begun> {
      const known = kept.get(key);
      if (!known) kept.set(key, { fingerprint });
      if (!known) return { state: 'mine', uuid: 'the-uuid' };
      if (known.fingerprint !== fingerprint) return { state: 'other' };
      return known.answer ? { state: 'done', uuid: 'the-uuid', answer: known.answer } : { state: 'running' };
    },
    finish: async (key, answer) => void kept.set(key, { ...kept.get(key)!, answer }),
    renew: async () => {},
    release: async (key) => void kept.delete(key),
  };
}

type Deps = { made: unknown[] };
const thing = object({ id: number(), name: string(), inner: object({ a: number(), b: number() }) });
const one = { id: 1, name: 'one', inner: { a: 1, b: 2 } };
const base = { summary: 'x', scope: 'channels:read', resource: 'Thing', errors: {} } as const;

const routes: Route<Deps>[] = [
  route('POST /channels/things', {
    ...base,
    scope: 'channels:write',
    body: object({ company_id: companyId(), name: text(), more: optional(freeObject()) }),
    company: 'body.company_id',
    device: ({ body }) => body.name,
    idempotent: true,
    guards: [
      rateLimit({ name: 'limited', max: 3, windowSeconds: 60, keyOf: ({ body }) => (body as { name: string }).name }),
    ],
    returns: created(object({ uuid: string(), name: string() })),
    async handle({ body, uuid }, { made }: Deps) {
      if (body.name === 'gone') throw notFound();
      made.push(body);
      return { uuid, name: body.name };
    },
  }),
  route('GET /channels/things', {
    ...base,
    query: object(paging({ perPage: 2 })),
    returns: pageOf(thing, { fields: { always: 'id' } }),
    handle: async ({ query }) => ({ ...query, data: [one], total: 1, ...(query.page === 9 ? { next: null } : {}) }),
  }),
  route('GET /channels/things/:name', {
    ...base,
    returns: ok(thing, { others: { 204: 'Nothing', 202: 'Later' } }),
    async handle({ params }) {
      if (params.name === 'nothing') return noContent();
      return params.name === 'later' ? respondWith(202, 'Later', one) : { ...one, id: params.name === 'lie' ? 'x' : 1 };
    },
  }),
  route('GET /channels/file', {
    ...base,
    returns: file(),
    handle: async () => ({ content: Readable.from(['hello']), size: 5, type: 'text/plain', name: 'ä "b".txt' }),
  }),
  route('PUT /channels/upload', {
    ...base,
    scope: 'channels:write',
    body: multipart(object({ title: text() }), { files: ['file'], maxBytes: 1000 }),
    returns: ok(anyObject()),
    async handle({ body, files }) {
      const { path, ...rest } = files.file!;
      return { ...rest, ...body, content: readFileSync(path, 'utf8') };
    },
  }),
];

let server: Server;
let url: string;
const made: unknown[] = [];
const written: WriteEntry[] = [];
const tempDir = mkdtempSync(join(tmpdir(), 'herald-'));
beforeAll(async () => {
  const tokens: Record<string, object> = {
    all: {},
    one: { companies: ['1'] },
    oneOfTwo: { subject: 'shared', companies: ['1'] },
    twoOfTwo: { subject: 'shared', companies: ['2'] },
    device: { coreId: 'phone' },
    reader: { scopes: new Set() },
  };
  const app = createApp<Deps>({
    service: 'channels',
    family: 'A',
    routes,
    deps: { made },
    verify: async (token) =>
      token in tokens ? { subject: token, companies: '*', scopes: '*', ...tokens[token] } : undefined,
    memory: memory(),
    takeToken: () => {},
    disk: { hasRoomFor: async () => true, noteFull: () => {} },
    tempDir,
    translate: () => undefined,
    onWrite: async (entry) => void written.push(entry),
    onAnswer: () => {},
    onError: () => {},
    checkAnswers: true,
  });
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  made.length = 0;
  written.length = 0;
});

type Sent = { token?: string; body?: unknown; headers?: Record<string, string>; form?: FormData };
async function send(methodAndPath: string, { token = 'all', body, headers, form }: Sent = {}) {
  const [method, path] = methodAndPath.split(' ');
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const init = { method, headers: { authorization: `Bearer ${token}`, ...type, ...headers } };
  const answer = await fetch(url + path, {
    ...init,
    body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
  });
  const content = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text: content,
    body: content && !/^hello/.test(content) ? JSON.parse(content) : undefined,
  };
}
const create = (name: string, more: Sent = {}) =>
  send('POST /channels/things', { body: { company_id: 1, name }, ...more });

describe('a write', () => {
  it('is validated, converted, stripped of what is unknown, and logged', async () => {
    const { status, body } = await create('a', { body: { company_id: 1, name: 'a', admin: true } });
    expect([status, body.message, body.resource]).toEqual([201, 'Created', 'Thing']);
    expect(made).toEqual([{ company_id: '1', name: 'a' }]);
    expect(written).toEqual([
      expect.objectContaining({
        operation: 'create',
        result: true,
        company_id: '1',
        user_id: 'all',
        resource_id: body.data.uuid,
      }),
    ]);
  });

  it('that is refused is logged too', async () => {
    expect((await create('gone')).status).toBe(404);
    expect((await create('b', { token: 'one', body: { company_id: 2, name: 'b' } })).status).toBe(403);
    expect((await create('b', { body: {} })).status).toBe(422);
    expect((await create('b', { token: 'nobody' })).status).toBe(401);
    expect((await create('b', { token: 'reader' })).status).toBe(403);
    expect(written.map(({ result, company_id }) => [result, company_id])).toEqual([
      [false, '1'],
      [false, '1'],
      [false, ''],
      [false, ''],
    ]);
  });

  it.each([[{ $set: 1 }], [{ 'a.b': 1 }], [{ a: [{ $ne: 1 }] }]])(
    'refuses names that are operators or paths: %j',
    async (more) => {
      expect((await create('c', { body: { company_id: 1, name: 'c', more } })).status).toBe(422);
    },
  );

  it('is open to the device it speaks for, and to no other', async () => {
    expect((await create('phone', { token: 'device' })).status).toBe(201);
    expect((await create('other', { token: 'device' })).status).toBe(403);
  });

  it('beyond its rate is a 429 that says when to come again', async () => {
    for (let n = 0; n < 3; n++) expect((await create('often')).status).toBe(201);
    const { status, headers } = await create('often');
    expect([status, headers.get('retry-after')]).toEqual([429, '30']);
    expect((await create('rarely')).status).toBe(201);
  });
});

describe('an idempotency key', () => {
  const headers = { 'idempotency-key': 'key-1' };
  it('makes a repeat answer the first result and do nothing', async () => {
    const first = await create('d', { headers });
    const second = await create('d', { headers });
    expect(second.body).toEqual(first.body);
    expect([first, second].map((answer) => answer.headers.get('idempotent-replay'))).toEqual([null, 'true']);
    expect([made.length, written.length]).toEqual([1, 1]);
    expect((await create('another', { headers })).status).toBe(422);
  });
  it('belongs to the subject and its companies: a token of another company gets no answer of the first', async () => {
    const shared = { headers: { 'idempotency-key': 'key-3' } };
    const first = await create('x', { ...shared, token: 'oneOfTwo', body: { company_id: 1, name: 'x' } });
    const second = await create('x', { ...shared, token: 'twoOfTwo', body: { company_id: 2, name: 'x' } });
    expect([first.status, second.status, made.length]).toEqual([201, 201, 2]);
    expect(second.headers.get('idempotent-replay')).toBeNull();
  });
  it('is free again after a failure', async () => {
    const again = { headers: { 'idempotency-key': 'key-2' } };
    expect((await create('gone', again)).status).toBe(404);
    expect((await create('gone', again)).status).toBe(404);
  });
  it('must be sane', async () => {
    expect((await create('e', { headers: { 'idempotency-key': 'x'.repeat(300) } })).status).toBe(422);
  });
});

describe('a list', () => {
  it('pages with the defaults of its route', async () => {
    const { body } = await send('GET /channels/things');
    expect(body).toEqual({
      code: 200,
      resource: 'Thing',
      message: 'Found',
      data: [one],
      page: 1,
      per_page: 2,
      total: 1,
    });
  });
  it('returns the fields asked for, also inner ones', async () => {
    expect((await send('GET /channels/things?fields=id,inner.b')).body.data).toEqual([{ id: 1, inner: { b: 2 } }]);
    expect((await send('GET /channels/things?fields=id,inner.a,inner.b')).body.data).toEqual([
      { id: 1, inner: one.inner },
    ]);
  });
  it.each(['id,nope', 'name', 'id,__proto__', '$id'])('refuses fields=%s and names the known ones', async (fields) => {
    const { status, body } = await send(`GET /channels/things?fields=${fields}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['fields']]);
  });
  it.each(['page=0', 'page=1.5', 'per_page=1001', 'page=-1', 'page=1&page=2', 'page[$gt]=1&page=x'])(
    'refuses %s',
    async (query) => {
      expect((await send(`GET /channels/things?${query}`)).status).toBe(422);
    },
  );
});

describe('an answer', () => {
  it('may have another status, or no body', async () => {
    expect((await send('GET /channels/things/later')).body).toMatchObject({ code: 202, message: 'Later' });
    expect(await send('GET /channels/things/nothing')).toMatchObject({ status: 204, text: '' });
  });
  it('that is not what the route promises fails under test', async () => {
    expect((await send('GET /channels/things/lie')).status).toBe(500);
    expect((await send('GET /channels/things?page=9')).status).toBe(500);
  });
  it('may be a file', async () => {
    const { text: content, headers } = await send('GET /channels/file');
    expect([content, headers.get('content-type'), headers.get('content-length')]).toEqual(['hello', 'text/plain', '5']);
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%C3%A4%20%22b%22.txt");
  });
});

describe('an upload', () => {
  const formOf = (content: string, name = 'file', title = 'T') => {
    const form = new FormData();
    form.set(name, new Blob([content]), 'näme.txt');
    if (title) form.set('title', title);
    return form;
  };
  it('arrives whole, with its hash, and leaves nothing behind', async () => {
    const { body } = await send('PUT /channels/upload', { form: formOf('hello') });
    expect(body.data).toMatchObject({ content: 'hello', size: 5, name: 'näme.txt', title: 'T' });
    expect(body.data.sha256).toMatch(/^2cf24dba5fb0a30e/);
    expect(readdirSync(tempDir)).toEqual([]);
  });
  it.each([
    [413, formOf('x'.repeat(1001))],
    [422, formOf('x', 'other')],
    [422, formOf('x', 'file', '')],
  ])('is a %i when it is not as it must be, and leaves nothing behind', async (status, form) => {
    expect((await send('PUT /channels/upload', { form })).status).toBe(status);
    expect(readdirSync(tempDir)).toEqual([]);
  });
});

it('answers 405 with what is allowed, 404 elsewhere, and 400 for a path that means nothing', async () => {
  const wrong = await send('DELETE /channels/things');
  expect([wrong.status, wrong.headers.get('allow'), wrong.body.resource]).toEqual([405, 'POST, GET, HEAD', 'Route']);
  expect((await send('GET /channels/else')).body).toEqual({ code: 404, resource: 'Route', message: 'Not found' });
  expect((await send('GET /channels/things/%ff')).status).toBe(400);
});
