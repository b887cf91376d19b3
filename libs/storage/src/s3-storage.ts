import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { signRequest } from './sign-request';
import type { S3Credentials, Storage } from './storage';

/** Files in a bucket of S3 or of a server that speaks its protocol. */
export async function s3Storage(url: URL, credentials: S3Credentials): Promise<Storage> {
  const bucket = url.host;
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  const tempDir = await mkdtemp(join(tmpdir(), 'herald-'));
  const addressOf = (key: string) => new URL([endpoint, bucket, prefix, key].filter(Boolean).join('/'));
  const send = async (method: string, key: string, body?: { stream: Readable; size: number }) => {
    const address = addressOf(key);
    const headers = signRequest({ method, address, region, ...credentials, at: new Date() });
    const length = body ? { 'content-length': String(body.size) } : {};
    const init = { method, headers: { ...headers, ...length }, ...(body ? { body: Readable.toWeb(body.stream) } : {}) };
    return fetch(address, { ...init, duplex: 'half' } as RequestInit);
  };
  return {
    tempDir,
    async keep(key, tempPath) {
      const { size } = await stat(tempPath);
      await expectOk(await send('PUT', key, { stream: createReadStream(tempPath), size }));
      await rm(tempPath, { force: true });
    },
    async read(key) {
      const answer = await send('GET', key);
      if (answer.status === 404) return undefined;
      await expectOk(answer);
      const content = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
      return { content, size: Number(answer.headers.get('content-length')) };
    },
    async remove(key) {
      const answer = await send('DELETE', key);
      if (answer.status !== 404) await expectOk(answer);
    },
    async ready() {
      await mkdir(tempDir, { recursive: true });
      return send('HEAD', 'ready').then(
        ({ status }) => status < 500 && status !== 403,
        () => false,
      );
    },
  };
}

async function expectOk(answer: Response): Promise<void> {
  if (answer.ok) return;
  await answer.body?.cancel();
  throw new Error(`The storage answered ${answer.status}`);
}
