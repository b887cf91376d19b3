import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { withDeadline } from '@herald/concurrency';
import { diskSpace } from './disk-space';
import { signRequest } from './sign-request';
import type { S3Credentials, Storage } from './storage';

/** The bucket is not reachable, or timed out. */
export class StorageDown extends Error {}

const answerTimeoutMs = 15_000;
const readyTimeoutMs = 2_000;
/** An upload slower than this is aborted. */
const minBytesPerMs = 100;

/** Files in a bucket of S3 or of a compatible server. */
export async function s3Storage(url: URL, credentials: S3Credentials): Promise<Storage> {
  const bucket = url.host;
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  const tempDir = await mkdtemp(join(tmpdir(), 'herald-'));
  const addressOf = (key: string) => new URL([endpoint, bucket, prefix, key].filter(Boolean).join('/'));
  const disk = diskSpace(tempDir);
  const send = async (method: string, key: string, timeoutMs: number, body?: { stream: Readable; size: number }) => {
    const address = addressOf(key);
    const headers = signRequest({ method, address, region, ...credentials, at: new Date() });
    const length = body ? { 'content-length': String(body.size) } : {};
    const init = { method, headers: { ...headers, ...length }, ...(body ? { body: Readable.toWeb(body.stream) } : {}) };
    const stop = new AbortController();
    const answering = fetch(address, { ...init, duplex: 'half', signal: stop.signal } as RequestInit);
    return withDeadline(timeoutMs, 'The storage', answering).catch((error: unknown) => {
      stop.abort();
      throw new StorageDown('The storage does not answer', { cause: error });
    });
  };
  return {
    tempDir,
    disk,
    async keep(key, tempPath) {
      const { size } = await stat(tempPath);
      const timeoutMs = answerTimeoutMs + size / minBytesPerMs;
      await expectOk(await send('PUT', key, timeoutMs, { stream: createReadStream(tempPath), size }));
      await rm(tempPath, { force: true });
    },
    async read(key) {
      const answer = await send('GET', key, answerTimeoutMs);
      if (answer.status === 404) return undefined;
      await expectOk(answer);
      const content = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
      return { content, size: Number(answer.headers.get('content-length')) };
    },
    async remove(key) {
      const answer = await send('DELETE', key, answerTimeoutMs);
      if (answer.status !== 404) await expectOk(answer);
    },
    async ready() {
      await mkdir(tempDir, { recursive: true });
      const isUp = send('HEAD', 'ready', readyTimeoutMs).then(({ status }) => status < 500 && status !== 403);
      return Promise.all([isUp, disk.ready()])
        .then((checks) => checks.every(Boolean))
        .catch(() => false);
    },
  };
}

async function expectOk(answer: Response): Promise<void> {
  if (answer.ok) return;
  await answer.body?.cancel();
  const text = `The storage answered ${answer.status}`;
  throw answer.status >= 500 ? new StorageDown(text) : new Error(text);
}
