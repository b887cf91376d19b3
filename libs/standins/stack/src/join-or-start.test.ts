import { spawn } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { joinOrStart } from './join-or-start';
import { mountSmallDisk } from '@herald/standin-testing';

const root = join(__dirname, '../../../..');
let dataDir: string;
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'herald-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs the stand-ins in a process of their own, as `nx up standins` does; `printed` is its output. */
async function runAlone() {
  const child = spawn(process.execPath, ['--import', 'tsx', 'libs/standins/stack/src/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [printed] = (await once(createInterface(child.stdout), 'line')) as [string];
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { printed, stop };
}

it('gives a process that joins all settings of clients, and prints no key', async () => {
  const alone = await runAlone();
  const { urls, pages } = await joinOrStart(dataDir);
  await alone.stop();
  expect(pages).toBeUndefined();
  expect(urls).toEqual({
    MONGO_URL: expect.stringMatching(/^mongodb:\/\/127\.0\.0\.1:\d+/),
    AMQP_URL: expect.stringMatching(/^amqp:\/\/guest:guest@127\.0\.0\.1:\d+/),
    SMTP_URL: expect.stringMatching(/^smtp:\/\/127\.0\.0\.1:\d+/),
    FCM_URL: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+/),
    FCM_PROJECT_ID: 'herald-development',
    FCM_ACCESS_TOKEN: expect.stringMatching(/^[\w-]+$/),
    APNS_URL: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+/),
    APNS_KEY: expect.stringContaining('BEGIN PRIVATE KEY'),
    APNS_KEY_ID: expect.stringMatching(/^[A-Z0-9]{10}$/),
    APNS_TEAM_ID: expect.stringMatching(/^[A-Z0-9]{10}$/),
    PUSH_CA: join(dataDir, 'push', 'ca.pem'),
  });
  expect(JSON.parse(alone.printed)).toMatchObject({ MONGO_URL: urls.MONGO_URL, FCM_URL: urls.FCM_URL });
  expect(alone.printed).not.toMatch(/PRIVATE KEY|APNS_KEY"/);
});

it.each(['', '{', 'null', '{"pid":', '{"pid":2147483000,"urls":{"MONGO_URL":"x"}}', `{"pid":${process.pid}}`])(
  'ignores what a dead process left in embedded.json: %j',
  async (left) => {
    writeFileSync(join(dataDir, 'embedded.json'), left);
    writeFileSync(join(dataDir, 'embedded.lock'), left);
    const { pages, stop } = await joinOrStart(dataDir);
    expect(pages).toBeDefined();
    await stop();
    expect(readdirSync(dataDir).filter((name) => name.startsWith('embedded'))).toEqual([]);
  },
);

it('recognizes that a process id was reused', async () => {
  writeFileSync(join(dataDir, 'embedded.lock'), JSON.stringify({ pid: process.ppid, startedAt: '1', nonce: 'a' }));
  const { pages, stop } = await joinOrStart(dataDir);
  expect(pages).toBeDefined();
  await stop();
});

it('starts once for concurrent callers, also with a stale lock', async () => {
  writeFileSync(join(dataDir, 'embedded.lock'), '{"pid":2147483000,"nonce":"a"}');
  const all = await Promise.all(Array.from({ length: 8 }, () => joinOrStart(dataDir)));
  expect(all.filter(({ pages }) => pages)).toHaveLength(1);
  expect(new Set(all.map(({ urls }) => urls.MONGO_URL)).size).toBe(1);
  await Promise.all(all.map(({ stop }) => stop()));
});

it('stops everything if one of them cannot start', async () => {
  writeFileSync(join(dataDir, 'mongo'), 'not a folder');
  await expect(joinOrStart(dataDir)).rejects.toThrow(`${join(dataDir, 'mongo')} cannot be used (EEXIST)`);
  rmSync(join(dataDir, 'mongo'));
  const { stop } = await joinOrStart(dataDir);
  await stop();
});

const small = mountSmallDisk(2);
afterAll(small.unmount);
(small.isMounted ? it : it.skip)('refuses to start on a full disk, and starts when there is space', async () => {
  small.fill();
  await expect(joinOrStart(small.folder)).rejects.toThrow(/cannot be used \(ENOSPC\)/);
  small.free();
  expect(readdirSync(small.folder)).toEqual([]);
  const { stop } = await joinOrStart(small.folder);
  await stop();
});

it('creates the key of APNs once, on the P-256 curve, in private files', async () => {
  // A temporary file of a killed start must not determine the mode of new files.
  writeFileSync(join(dataDir, 'embedded.json.new'), '', { mode: 0o644 });
  const first = await joinOrStart(dataDir);
  const { asymmetricKeyDetails } = createPrivateKey(first.urls.APNS_KEY);
  expect(asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  for (const name of ['embedded.json', 'push/apns-key.p8'])
    expect([name, statSync(join(dataDir, name)).mode & 0o777]).toEqual([name, 0o600]);
  const ca = readFileSync(first.urls.PUSH_CA, 'utf8');
  await first.stop();
  const second = await joinOrStart(dataDir);
  expect(second.urls.APNS_KEY).toBe(first.urls.APNS_KEY);
  expect(readFileSync(second.urls.PUSH_CA, 'utf8')).toBe(ca);
  expect(Object.keys(second.pages!)).toEqual(['/_dev/mail/messages', '/_dev/push/messages', '/_dev/push/counts']);
  await second.stop();
});
