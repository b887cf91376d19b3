/**
 * A 100 MB upload and download through chronos as a process of its own: how much its resident memory grows. The
 * yardstick is a stream of the same bytes into a file and back. Engines as in bench:fanout. `npm run bench:chronos`.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { signToken } from '@herald/auth';
import { freePort, startNode } from '@herald/testing';
import type { Engines } from './engines';
import { table } from './figures';
import { memoryOf } from './memory';
import { runOnEngines } from './run';

const secret = 'a secret of the benchmark, long enough';
const megabyte = Buffer.alloc(1024 * 1024, 'herald');
const size = 100;
const token = signToken(secret, { subject: 'bench', companies: '*', scope: '*', seconds: 3600 });
const authorization = `Bearer ${token}`;

function* body(): Generator<Buffer> {
  yield Buffer.from('--b\r\nContent-Disposition: form-data; name="company_id"\r\n\r\n1\r\n');
  yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="big.bin"\r\n\r\n');
  for (let n = 0; n < size; n++) yield megabyte;
  yield Buffer.from('\r\n--b--\r\n');
}

async function upload(url: string): Promise<string> {
  const headers = { authorization, 'content-type': 'multipart/form-data; boundary=b' };
  const sent = request(`${url}/chronos/v1/file_registers`, { method: 'POST', headers });
  const answered = new Promise<{ data: { uuid: string } }>((resolve, reject) => {
    sent.on('error', reject).on('response', (res) => resolve(json(res) as Promise<{ data: { uuid: string } }>));
  });
  await pipeline(Readable.from(body()), sent);
  return (await answered).data.uuid;
}

async function download(url: string, uuid: string): Promise<string> {
  const answer = await fetch(`${url}/chronos/v1/file_registers/${uuid}/content`, { headers: { authorization } });
  const hash = createHash('sha256');
  for await (const chunk of answer.body!) hash.update(chunk);
  return hash.digest('hex');
}

/** Seconds for the bytes of an upload into a file, and for reading them. */
async function bareFile(dataDir: string): Promise<[string, string]> {
  const path = join(dataDir, 'bare');
  const started = performance.now();
  await pipeline(Readable.from(body()), createWriteStream(path, { flush: true }));
  const written = performance.now();
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return [inSeconds(written - started), inSeconds(performance.now() - written)];
}

const inSeconds = (ms: number) => (ms / 1000).toFixed(2);

async function measure(engines: Engines): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'herald-bench-'));
  const port = await freePort();
  const chronos = startNode(['dist/apps/chronos/main.js'], {
    env: {
      ...process.env,
      MONGO_URL: engines.mongoUrl,
      AMQP_URL: engines.amqpUrl,
      NODE_ENV: 'production',
      MIGRATE: 'at-start',
      HOST: '127.0.0.1',
      PORT: String(port),
      NAMESPACE: `b${Date.now().toString(36)}`,
      LOG_LEVEL: 'warn',
      AUTH_JWT_SECRET: secret,
      SERVICE_JWT_SECRET: `${secret}, for services`,
      STORAGE_URL: pathToFileURL(dataDir).href,
    },
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    await chronos.ready(url);
    await fetch(`${url}/chronos/v1/file_registers`, { headers: { authorization } });
    const before = memoryOf(chronos);
    const started = performance.now();
    const uuid = await upload(url);
    const uploaded = performance.now();
    const hash = await download(url, uuid);
    const downloaded = performance.now();
    const after = memoryOf(chronos);
    const expected = createHash('sha256');
    for (let n = 0; n < size; n++) expected.update(megabyte);
    if (hash !== expected.digest('hex')) throw new Error('What came back is not what was sent');
    const bare = await bareFile(dataDir);
    const ours = [inSeconds(uploaded - started), inSeconds(downloaded - uploaded)];
    console.log(
      table(
        [`seconds for ${size} MB`, 'up', 'down'],
        [
          ['chronos', ...ours],
          ['bare file', ...bare],
        ],
      ),
    );
    console.log(`resident memory: ${before.now} MB before, peak ${after.peak} MB: ${after.peak - before.now} MB more`);
  } finally {
    await chronos.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

void runOnEngines(measure);
