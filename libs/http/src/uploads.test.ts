import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express, { type Request } from 'express';
import type { HttpError } from './errors';
import { multipartReader, type UploadRules } from './uploads';

const rules: UploadRules = { files: ['front', 'back'], encoded: ['scan'], maxBytes: 1_000, arriveWithin: 2 };
const full: number[] = [];
const disk = { hasRoomFor: async () => true, noteFull: (bytes: number) => void full.push(bytes) };
let folder: string;
let server: Server;
let url: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'herald-'));
  const gone = join(folder, 'gone');
  const kept = mkdtempSync(join(folder, 'kept-'));
  const app = express();
  const answer = (tempDir: string) => {
    const read = multipartReader(rules, tempDir, disk);
    return (req: Request, res: express.Response) =>
      read(req).then(
        ({ body, files }) => {
          const contents = Object.entries(files).map(([name, { path, size }]) => [
            name,
            size,
            readFileSync(path, 'utf8'),
          ]);
          for (const { path } of Object.values(files)) rmSync(path);
          res.json({ body, contents });
        },
        (error: HttpError) => res.status(error.status ?? 500).json({ detail: error.detail, left: readdirSync(kept) }),
      );
  };
  app.post('/upload', answer(kept)).post('/no-folder', answer(gone));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

type Part = [name: string, content: string, fileName?: string];

async function send(parts: Part[], path = '/upload') {
  const form = new FormData();
  for (const [name, content, fileName] of parts)
    if (fileName === undefined) form.append(name, content);
    else form.append(name, new Blob([content]), fileName);
  const answer = await fetch(url + path, { method: 'POST', body: form });
  return {
    status: answer.status,
    ...((await answer.json()) as { body?: unknown; contents?: unknown; left?: string[] }),
  };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

it('reads files, text, and files in text', async () => {
  const parts: Part[] = [
    ['front', 'hello', 'a.jpg'],
    ['company_id', '1'],
    ['scan', `data:image/png;base64,${base64('scanned')}`],
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ];
  const { status, body, contents } = await send(parts);
  expect(status).toBe(200);
  expect(Object.entries(body as object)).toEqual([
    ['company_id', '1'],
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
  expect(contents).toEqual([
    ['front', 5, 'hello'],
    ['scan', 7, 'scanned'],
  ]);
});

it('gives the files in the order of the form, whichever was written first', async () => {
  for (const [first, second] of [
    [1_000, 1],
    [1, 1_000],
  ] as const) {
    const { contents } = await send([
      ['back', 'x'.repeat(first), 'a'],
      ['front', 'x'.repeat(second), 'b'],
    ]);
    expect((contents as [string][]).map(([name]) => name)).toEqual(['back', 'front']);
  }
});

it('takes a file and a field of exactly the limits', async () => {
  expect(
    (
      await send([
        ['front', 'x'.repeat(1_000), 'a'],
        ['text', 'x'.repeat(900)],
      ])
    ).status,
  ).toBe(200);
  expect((await send([['scan', base64('x'.repeat(1_000))]])).status).toBe(200);
});

it.each<[number, string, Part[]]>([
  [413, 'a file above the limit', [['front', 'x'.repeat(1_001), 'a']]],
  [413, 'a file in text above the limit', [['scan', base64('x'.repeat(1_200))]]],
  [413, 'a text above the limit', [['text', 'x'.repeat(65_537)]]],
  [
    413,
    'too many files',
    [
      ['front', 'x', 'a'],
      ['back', 'x', 'b'],
      ['front', 'x', 'c'],
    ],
  ],
  [413, 'too many fields', Array.from({ length: 31 }, (_, at): Part => [`field${at}`, 'x'])],
  [413, 'a long name', [['x'.repeat(200), 'x']]],
  [
    422,
    'a file that is sent twice',
    [
      ['front', 'x', 'a'],
      ['front', 'x', 'b'],
    ],
  ],
  [
    422,
    'a field that is sent twice',
    [
      ['text', 'x'],
      ['text', 'y'],
    ],
  ],
  [
    422,
    'a field with the name of a file',
    [
      ['front', 'x', 'a'],
      ['front', 'y'],
    ],
  ],
  [422, 'a file that nobody asked for', [['other', 'x', 'a']]],
  [422, 'text that is not base64', [['scan', 'no base64!']]],
  [400, 'a nested name', [['a[b]', 'x']]],
  [
    400,
    'a nested name that collides',
    [
      ['a', 'x'],
      ['a[b]', 'y'],
    ],
  ],
  [400, 'a nested name of the prototype', [['a[__proto__][b]', 'x']]],
  [400, 'an array', [['a[]', 'x']]],
])('answers %i to %s, and leaves no file behind', async (status, _, parts) => {
  const answer = await send([['scan', base64('complete')], ...parts]);
  expect(answer).toMatchObject({ status, left: [] });
});

it('answers 400 to a body without a boundary, and to one that ends early', async () => {
  const sent = (type: string, body: string) =>
    fetch(`${url}/upload`, { method: 'POST', headers: { 'content-type': type }, body });
  expect((await sent('multipart/form-data', 'x')).status).toBe(400);
  const unfinished = '--b\r\nContent-Disposition: form-data; name="front"; filename="a"\r\n\r\nhello';
  const answer = await sent('multipart/form-data; boundary=b', unfinished);
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ left: [] })]);
  expect((await sent('application/json', '{}')).status).toBe(415);
});

it('answers an error of the folder at once, while the body is still arriving', async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="front"; filename="a"\r\n\r\nhello';
  expect(await firstLineOf('/no-folder', head)).toMatch(/ 500 /);
});

it('answers 408 to a body that does not arrive in time', async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="front"; filename="a"\r\n\r\nhello';
  expect(await firstLineOf('/upload', head)).toMatch(/ 408 /);
});

/** The first line of the answer to a request whose body never ends. */
function firstLineOf(path: string, body: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1500\r\nContent-Type: multipart/form-data; boundary=b`;
  socket.write(`${head}\r\n\r\n${body}`);
  return new Promise((resolve, reject) => {
    socket.once('error', reject).once('data', (data) => {
      socket.destroy();
      resolve(String(data).split('\r\n')[0]!);
    });
  });
}
