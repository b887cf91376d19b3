import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startForTest, type Response, type Tested } from '@herald/testing';
import { service } from './service';

/** Uploads to a disk of 24 MB, as root, which may mount one. */
let disk: string;
let herald: Tested;
beforeAll(async () => {
  disk = mkdtempSync(join(tmpdir(), 'herald-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]);
  herald = await startForTest(service, { STORAGE_URL: pathToFileURL(disk).href });
});
afterAll(async () => {
  await herald?.stop();
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

const files = '/chronos/v1/file_registers';
const isReady = async () => (await herald.raw('GET /health/ready')).status === 200;
const arriving = () => readdirSync(join(disk, 'arriving'));

async function upload(megabytes: number): Promise<Response> {
  const form = new FormData();
  form.set('company_id', '1');
  form.set('file', new Blob([Buffer.alloc(megabytes * 1_048_576, 'x')]), 'x.bin');
  return herald.as()(`POST ${files}`, { form });
}

/** A body without a length: that the disk is full shows only when it is written. */
async function streamed(megabytes: number): Promise<number> {
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n';
  const company = '--b\r\nContent-Disposition: form-data; name="company_id"\r\n\r\n1\r\n';
  async function* content() {
    yield Buffer.from(company + part);
    for (let sent = 0; sent < megabytes; sent++) yield Buffer.alloc(1_048_576, 'x');
    yield Buffer.from('\r\n--b--\r\n');
  }
  const headers = { authorization: `Bearer ${herald.token()}`, 'content-type': 'multipart/form-data; boundary=b' };
  const init = { method: 'POST', headers, body: content() as never, duplex: 'half' };
  return (await fetch(`${herald.url}${files}`, init as RequestInit)).status;
}

/** Below the time that an upload may wait for anything. */
const atOnceMs = 30_000;

it.each([
  ['announced', async (megabytes: number) => (await upload(megabytes)).status],
  ['streamed', streamed],
])(
  'refuses an upload (%s) that the disk cannot take, at once, and is ready again when there is room',
  async (_, send) => {
    expect(await isReady()).toBe(true);
    const filler = join(disk, 'filler');
    writeFileSync(filler, Buffer.alloc(16 * 1_048_576));
    const began = performance.now();
    expect(await send(12)).toBe(507);
    expect(performance.now() - began).toBeLessThan(atOnceMs);
    expect(arriving()).toEqual([]);
    expect(await isReady()).toBe(false);
    const register = await herald.as()(`GET ${files}`);
    expect([register.status, register.body.total]).toEqual([200, _ === 'announced' ? 0 : 1]);

    rmSync(filler);
    expect(await isReady()).toBe(true);
    expect(await send(2)).toBe(201);
  },
);
