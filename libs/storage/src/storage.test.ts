import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { proxyOf } from '@herald/fault-proxy';
import { sign } from 'aws4';
import { isSignedLink, openStorage, signedLink, StorageDown, type Storage } from './index';
import { signRequest } from './sign-request';

let root: string;
beforeEach(async () => (root = await mkdtemp(join(tmpdir(), 'herald-'))));
afterEach(() => rm(root, { recursive: true, force: true }));

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };

/** What every storage must do. */
async function expectStorage(storage: Storage): Promise<void> {
  const path = join(storage.tempDir, 'upload');
  await writeFile(path, 'hello');
  await storage.keep('folder/one', path);
  expect(await readdir(storage.tempDir)).toEqual([]);
  const kept = await storage.read('folder/one');
  expect([kept!.size, await text(kept!.content)]).toEqual([5, 'hello']);
  expect(await storage.read('folder/two')).toBeUndefined();
  await storage.remove('folder/one');
  await storage.remove('folder/one');
  expect(await storage.read('folder/one')).toBeUndefined();
  expect(await storage.ready()).toBe(true);
}

describe('a folder', () => {
  const open = () => openStorage(pathToFileURL(join(root, 'files')).href);

  it('keeps, reads and removes files', async () => expectStorage(await open()));

  it.each(['../outside', '/etc/passwd', 'a//b', 'a/../b', '', 'a\0b'])('refuses the key %j', async (key) => {
    await expect((await open()).read(key)).rejects.toThrow('Not a key');
  });

  it('sweeps away what uploads left behind a day ago, and nothing younger', async () => {
    const { tempDir } = await open();
    await writeFile(join(tempDir, 'old'), '');
    await writeFile(join(tempDir, 'young'), '');
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(tempDir, 'old'), longAgo, longAgo);
    await open();
    expect(await readdir(tempDir)).toEqual(['young']);
  });
});

describe('a bucket', () => {
  let server: Server;
  let url: string;
  const objects = new Map<string, string>();
  beforeEach(async () => {
    // Speaks as much of S3 as is asked of it, and checks each signature with another implementation.
    server = createServer((req, res) => void answer(req, res));
    const answer = async (req: IncomingMessage, res: ServerResponse) => {
      const date = req.headers['x-amz-date'] as string;
      const headers = { 'X-Amz-Date': date, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD', Host: req.headers.host };
      const expected = sign({ service: 's3', region: 'eu-1', method: req.method, path: req.url, headers }, credentials);
      const body = await text(req);
      if (expected.headers!.Authorization !== req.headers.authorization) return res.writeHead(403).end();
      if (req.method === 'PUT') objects.set(req.url!, body);
      if (req.method === 'DELETE') objects.delete(req.url!);
      if (req.method === 'GET' && !objects.has(req.url!)) return res.writeHead(404).end();
      const found = req.method === 'GET' ? objects.get(req.url!)! : '';
      return res.writeHead(200, { 'Content-Length': found.length }).end(found);
    };
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    url = `s3://files/herald?region=eu-1&endpoint=${encodeURIComponent(endpoint)}`;
  });
  afterEach(() => void server.close());

  it('keeps, reads and removes files', async () => expectStorage(await openStorage(url, credentials)));

  it('gives up a bucket that accepts and never answers, and works again when it does', async () => {
    const proxy = await proxyOf(decodeURIComponent(/endpoint=(.*)/.exec(url)![1]!));
    const through = url.replace(/endpoint=.*/, `endpoint=${encodeURIComponent(proxy.url)}`);
    const storage = await openStorage(through, credentials);
    expect(await storage.ready()).toBe(true);
    proxy.silence();
    const began = performance.now();
    const failed = await Promise.allSettled([storage.ready(), storage.read('one'), storage.remove('one')]);
    expect(failed[0]).toEqual({ status: 'fulfilled', value: false });
    for (const outcome of failed.slice(1)) expect(outcome).toMatchObject({ reason: expect.any(StorageDown) });
    expect(performance.now() - began).toBeLessThan(20_000);
    proxy.restore();
    // A probe may still meet a connection that fell silent for good.
    let probes = 0;
    while (!(await storage.ready())) expect(probes++).toBeLessThan(10);
    proxy.stop();
  }, 40_000);

  it('fails loudly with wrong keys', async () => {
    const storage = await openStorage(url, { ...credentials, secretAccessKey: 'wrong' });
    await expect(storage.read('one')).rejects.toThrow('The storage answered 403');
    expect(await storage.ready()).toBe(false);
  });
});

it('signs as the protocol says', () => {
  const address = new URL('https://s3.eu-1.amazonaws.com/files/a');
  const at = new Date('2026-01-02T03:04:05Z');
  const ours = signRequest({ method: 'GET', address, region: 'eu-1', at, ...credentials });
  const headers = { Host: address.host, 'X-Amz-Date': '20260102T030405Z', 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' };
  const theirs = sign({ service: 's3', region: 'eu-1', method: 'GET', path: '/files/a', headers }, credentials);
  expect(ours.authorization).toBe(theirs.headers!.Authorization);
});

describe('a signed link', () => {
  const until = Math.floor(Date.now() / 1000) + 60;
  const parts = (link: string) => {
    const query = new URL(link, 'http://x').searchParams;
    return { until: Number(query.get('until')), signature: query.get('signature')! };
  };
  it('opens its path until it expires', () => {
    const sent = parts(signedLink('secret', '/files/a', until));
    expect(isSignedLink('secret', '/files/a', sent)).toBe(true);
    expect(isSignedLink('secret', '/files/b', sent)).toBe(false);
    expect(isSignedLink('other', '/files/a', sent)).toBe(false);
    expect(isSignedLink('secret', '/files/a', { ...sent, until: until + 1 })).toBe(false);
    expect(isSignedLink('secret', '/files/a', parts(signedLink('secret', '/files/a', until - 120)))).toBe(false);
  });
});
