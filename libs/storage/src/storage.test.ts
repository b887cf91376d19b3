import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { proxyOf } from '@herald/fault-proxy';
import { openStorage, signedLinks, StorageDown, type Storage } from './index';
import { bucketServer, type BucketServer } from './bucket-server.fixture';

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

  it('opens while another process ends an upload: a file that is listed may be gone', async () => {
    const { tempDir } = await open();
    await symlink(join(tempDir, 'moved'), join(tempDir, 'gone'));
    await open();
  });
});

describe('a bucket', () => {
  let bucket: BucketServer;
  beforeEach(async () => (bucket = await bucketServer(credentials)));
  afterEach(() => bucket.stop());

  it('keeps, reads and removes files', async () => expectStorage(await openStorage(bucket.address(), credentials)));

  it('keeps a large file in parts, and repeats a part that fails', async () => {
    const storage = await openStorage(bucket.address(), credentials);
    const content = randomBytes(20 * 1_048_576);
    const path = join(storage.tempDir, 'large');
    await writeFile(path, content);
    bucket.failOnce('PUT');
    await storage.keep('large', path);
    expect(bucket.requests.filter(({ method, query }) => method === 'PUT' && query.has('partNumber')).length).toBe(4);
    const kept = await storage.read('large');
    expect(kept!.size).toBe(content.length);
    expect((await buffer(kept!.content)).equals(content)).toBe(true);
  });

  it('leaves no part behind when an upload fails', async () => {
    const storage = await openStorage(bucket.address(), credentials);
    const path = join(storage.tempDir, 'large');
    await writeFile(path, randomBytes(20 * 1_048_576));
    bucket.refuse('PUT', 403);
    await expect(storage.keep('large', path)).rejects.toThrow('The storage answered 403');
    expect(bucket.openUploads()).toBe(0);
    expect(await readdir(storage.tempDir)).toEqual(['large']);
  });

  it('takes its keys from the surroundings where none are set', async () => {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
    const { accessKeyId, secretAccessKey } = credentials;
    const session = {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_SESSION_TOKEN: 'one',
    };
    Object.assign(process.env, session);
    try {
      const storage = await openStorage(bucket.address());
      expect(await storage.ready()).toBe(true);
      expect(bucket.requests.at(-1)!.headers['x-amz-security-token']).toBe('one');
    } finally {
      for (const [name, value] of Object.entries({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN }))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
  });

  it('gives up a bucket that accepts and never answers, and works again when it does', async () => {
    const proxy = await proxyOf(bucket.url);
    const storage = await openStorage(bucket.address(proxy.url), credentials);
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
  });

  it('fails loudly with wrong keys', async () => {
    const storage = await openStorage(bucket.address(), { ...credentials, secretAccessKey: 'wrong' });
    await expect(storage.read('one')).rejects.toThrow('The storage answered 403');
    expect(await storage.ready()).toBe(false);
  });

  it('calls an answer of 500 an outage', async () => {
    const storage = await openStorage(bucket.address(), credentials);
    bucket.refuse('GET', 503);
    await expect(storage.read('one')).rejects.toThrow(StorageDown);
  });
});

describe('a signed link', () => {
  const linksOf = (secret: string) =>
    signedLinks({ secret, publicUrl: () => 'http://x', pathOf: (name) => `/files/${name}` });
  const links = linksOf('secret');
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);
  const queryOf = (link: string) => Object.fromEntries(new URL(link).searchParams);

  it('opens its path until it expires', () => {
    const sent = queryOf(links.to('a', inSeconds(60)));
    expect(links.isValid('a', sent)).toBe(true);
    expect(links.isValid('b', sent)).toBe(false);
    expect(linksOf('other').isValid('a', sent)).toBe(false);
    expect(links.isValid('a', { ...sent, until: Number(sent.until) + 1 })).toBe(false);
    expect(links.isValid('a', queryOf(links.to('a', inSeconds(-60))))).toBe(false);
  });

  it('opens nothing for a query without its parts, or with other types', () => {
    const { until, signature } = queryOf(links.to('a', inSeconds(60)));
    for (const query of [{}, { until }, { signature }, { until: [until, until], signature }, { until, signature: {} }])
      expect(links.isValid('a', query)).toBe(false);
  });
});
