import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { S3ServiceException } from '@aws-sdk/client-s3';
import { diskSpace } from './disk-space';
import type { S3Credentials, Storage } from './storage';

/** The bucket is not reachable, or timed out. */
export class StorageDown extends Error {}

const connectTimeoutMs = 5_000;
const answerTimeoutMs = 15_000;
const idleTimeoutMs = 30_000;
const readyTimeoutMs = 2_000;
/** An upload slower than this is aborted. */
const minBytesPerMs = 100;
/** Larger files are uploaded in parts of this size, each retried by itself. */
const partBytes = 8 * 1_048_576;
const concurrentParts = 2;

/**
 * Files in a bucket of S3 or of a compatible server. Without credentials the SDK looks for a role or a session where it
 * runs. The SDK is loaded here because only installations with a bucket need it.
 */
export async function s3Storage(url: URL, credentials?: S3Credentials): Promise<Storage> {
  const sdk = await import('@aws-sdk/client-s3');
  const { Upload } = await import('@aws-sdk/lib-storage');
  const client = new sdk.S3Client(clientOptions(url, credentials));
  const prefix = url.pathname.replace(/^\/|\/$/g, '');
  const objectOf = (key: string) => ({ Bucket: url.host, Key: prefix ? `${prefix}/${key}` : key });
  const tempDir = await mkdtemp(join(tmpdir(), 'herald-'));
  const disk = diskSpace(tempDir);
  return {
    tempDir,
    disk,
    async keep(key, tempPath) {
      const { size } = await stat(tempPath);
      const params = { ...objectOf(key), Body: createReadStream(tempPath) };
      const upload = new Upload({ client, params, partSize: partBytes, queueSize: concurrentParts });
      const expired = setTimeout(() => void upload.abort(), answerTimeoutMs + size / minBytesPerMs);
      await upload
        .done()
        .catch(fail)
        .finally(() => [clearTimeout(expired), params.Body.destroy()]);
      await rm(tempPath, { force: true });
    },
    async read(key) {
      const get = new sdk.GetObjectCommand(objectOf(key));
      const found = await answered(answerTimeoutMs, (options) => client.send(get, options));
      return found && { content: found.Body as Readable, size: found.ContentLength! };
    },
    async remove(key) {
      const remove = new sdk.DeleteObjectCommand(objectOf(key));
      await answered(answerTimeoutMs, (options) => client.send(remove, options));
    },
    async ready() {
      await mkdir(tempDir, { recursive: true });
      const head = new sdk.HeadObjectCommand(objectOf('ready'));
      const probe = answered(readyTimeoutMs, (options) => client.send(head, options));
      return Promise.all([probe, disk.ready()]).then(
        ([, hasRoom]) => hasRoom,
        () => false,
      );
    },
  };
}

/** `?region=…`; with `?endpoint=…` a compatible server, where buckets are folders instead of hosts. */
function clientOptions({ searchParams }: URL, credentials?: S3Credentials) {
  const endpoint = searchParams.get('endpoint');
  return {
    region: searchParams.get('region') ?? 'us-east-1',
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      socketTimeout: idleTimeoutMs,
      // Slow downloads of one caller must not use up the connections of all.
      httpAgent: { keepAlive: true, maxSockets: Infinity },
      httpsAgent: { keepAlive: true, maxSockets: Infinity },
    },
    // Compatible servers do not know the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
}

/** The answer to a request, undefined for a 404. The timeout ends with the answer's headers: a file may take longer. */
async function answered<Answer>(timeoutMs: number, send: (options: { abortSignal: AbortSignal }) => Promise<Answer>) {
  const stop = new AbortController();
  const expired = setTimeout(() => stop.abort(), timeoutMs);
  return send({ abortSignal: stop.signal })
    .catch((error: S3ServiceException) => (error.$metadata?.httpStatusCode === 404 ? undefined : fail(error)))
    .finally(() => clearTimeout(expired));
}

/** An answer below 500 is a fault of the settings; anything else may heal. */
function fail(error: S3ServiceException): never {
  const status = error.$metadata?.httpStatusCode;
  if (status === undefined) throw new StorageDown('The storage does not answer', { cause: error });
  const text = `The storage answered ${status}`;
  throw status >= 500 ? new StorageDown(text, { cause: error }) : new Error(text, { cause: error });
}
