import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { companyId, freeObject, object, text } from '@herald/contracts';
import Joi from 'joi';
import { createApp } from './create-app';
import { multipart } from './request-body';
import { created } from './returns';
import { route, type Route } from './route';
import type { WriteEntry } from './write-log';

/** What callers send to get past the checks, into another company's log, or to hold a connection. */
const base = { summary: 'Make a thing', scope: 'channels:write', resource: 'Thing', errors: {} } as const;
const routes = [
  route('POST /channels/things', {
    ...base,
    body: Joi.object({ company_id: companyId().required(), more: freeObject() }),
    company: 'body.company_id',
    returns: created(Joi.object()),
    handle: async () => ({}),
  }),
  route('POST /channels/strict', {
    ...base,
    body: Joi.object({ name: text() }).unknown(false).options({ stripUnknown: false }),
    returns: created(Joi.object()),
    handle: async () => ({}),
  }),
  route('PATCH /channels/things/:uuid', {
    ...base,
    body: Joi.object({ company_uid: companyId().required() }),
    company: 'body.company_uid',
    timeoutSeconds: 0.3,
    returns: created(Joi.object()),
    handle: async () => ({}),
  }),
  route('PUT /channels/upload', {
    ...base,
    body: multipart(object({}), { files: ['file'], maxBytes: 5_000_000 }),
    returns: created(Joi.object()),
    handle: async () => ({}),
  }),
] as Route<object>[];

let server: Server;
let url: string;
const written: WriteEntry[] = [];
const errors: unknown[] = [];
const uploads = mkdtempSync(join(tmpdir(), 'herald-'));
beforeAll(async () => {
  const callers: Record<string, string[]> = { one: ['1'], two: ['2', '22'], none: [] };
  const app = createApp<object>({
    service: 'channels',
    family: 'A',
    routes,
    deps: {},
    verify: async (token) => ({ subject: token, companies: callers[token]!, scopes: '*' }),
    memory: { take: async () => 0 } as never,
    takeToken: () => {},
    disk: { hasRoomFor: async () => true, noteFull: () => {} },
    tempDir: uploads,
    translate: () => undefined,
    onWrite: async (entry) => void written.push(entry),
    onAnswer: () => {},
    onError: (error) => void errors.push(error),
  });
  server = createServer(app as never).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(uploads, { recursive: true, force: true });
});
beforeEach(() => {
  written.length = 0;
  errors.length = 0;
});

async function send(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  { token = 'two', type = 'application/json', method = 'POST' } = {},
) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const answer = await fetch(url + path, { method, headers, body });
  return { status: answer.status, body: (await answer.json()) as { errors?: unknown; resource?: string } };
}

describe('a charset other than UTF-8', () => {
  const utf7 = '{"+AF8-+AF8-proto+AF8-+AF8-":{"admin":true},"company_id":2}';
  it.each([
    ['utf-7', Buffer.from(utf7)],
    ['utf-16', Buffer.from('{"company_id":2}', 'utf16le')],
    ['utf-16le', Buffer.from('{"company_id":2}', 'utf16le')],
    ['utf-32', Buffer.from('{}')],
    ['iso-8859-1', Buffer.from('{"company_id":2}')],
    ['"UTF-7"', Buffer.from(utf7)],
    ['utf-8; charset=utf-7', Buffer.from(utf7)],
  ])('%s is a 415', async (charset, body) => {
    expect((await send('/channels/things', body, { type: `application/json; charset=${charset}` })).status).toBe(415);
  });

  it.each(['utf-8', 'UTF-8', '"utf-8"', 'utf8'])('%s is welcome', async (charset) => {
    const type = `application/json;charset=${charset}`;
    expect((await send('/channels/things', '{"company_id":2}', { type })).status).toBe(201);
  });

  it('hidden in bytes that are no UTF-8 is a 400', async () => {
    expect((await send('/channels/things', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))).status).toBe(400);
  });
});

it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'])(
  'names the unknown field %s like any other',
  async (name) => {
    const { status, body } = await send('/channels/strict', JSON.stringify({ [name]: 1 }));
    expect([status, Object.keys(body.errors as object)]).toEqual([422, [name]]);
    expect(errors).toEqual([]);
  },
);

it.each(['{"__proto__":{}}', '{"more":{"\\u005f\\u005fproto__":1}}', '{"more":[[{"__proto_\\u005f":1}]]}'])(
  'refuses the name that reaches prototypes, however it is written: %s',
  async (body) => {
    expect((await send('/channels/things', body)).status).toBe(400);
  },
);

it.each([
  ['an object without a text form', '{"company_id":{"toString":1,"valueOf":1}}', 422],
  ['a list', '{"company_id":["1"]}', 422],
  ['17 MB of text', `{"company_id":"${'A'.repeat(17_000_000)}"}`, 413],
  ['600,000 characters', `{"company_id":"${'A'.repeat(600_000)}"}`, 422],
  ['null as the body', 'null', 422],
  ['another company', '{"company_id":"1"}', 403],
  ['no JSON', '{', 400],
])('records a refused write under the caller, whatever stands for the company: %s', async (_, body, status) => {
  const answer = await send('/channels/things', body);
  expect([answer.status, errors]).toEqual([status, []]);
  expect(written).toEqual([
    expect.objectContaining({ result: false, company_id: '2', user_id: 'two', resource: 'Thing' }),
  ]);
});

it('records no company for a caller who holds none', async () => {
  await send('/channels/things', '{"company_id":1}', { token: 'none' });
  expect(written).toMatchObject([{ company_id: '', user_id: 'none' }]);
});

it('cuts what a caller writes into the log', async () => {
  const name = `CALL-US-${'x'.repeat(3_000)}`;
  await send(`/channels/things/${name}`, '{"company_uid":"1"}', { method: 'PATCH' });
  expect(written).toMatchObject([{ company_id: '2', resource_id: name.slice(0, 256) }]);
});

it('closes the connection of a body that drips on after its answer', async () => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = ['PATCH /channels/things/x HTTP/1.1', 'Host: x', 'Authorization: Bearer one'];
  socket.write([...head, 'Content-Type: application/json', 'Content-Length: 1000', '', '{'].join('\r\n'));
  const dripping = setInterval(() => socket.write(' '), 100);
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.on('error', () => {});
  await once(socket, 'close');
  clearInterval(dripping);
  expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*Connection: close/i);
});

describe('an upload that cannot be written', () => {
  it('is answered at once, also while its body is still arriving', async () => {
    rmSync(uploads, { recursive: true });
    const boundary = 'b';
    const sending = request(`${url}/channels/upload`, {
      method: 'PUT',
      headers: { authorization: 'Bearer one', 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`;
    sending.on('error', () => {}).write(part + 'x'.repeat(1_000_000));
    const began = performance.now();
    const [answer] = await once(sending, 'response');
    expect(answer.statusCode).toBe(500);
    expect(performance.now() - began).toBeLessThan(5_000);
    sending.destroy();
  });
});
