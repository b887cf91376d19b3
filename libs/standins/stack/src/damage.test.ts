import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readContents, damages, fillDataDir, type Contents } from './damage.fixture';
import { DataError } from '@herald/standin-data-folder';
import { createRandom } from '@herald/standin-testing';

const root = join(__dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'damage-'));
const original = join(folder, 'original');
let dataDir: string;
let contents: Contents;
let copies = 0;

beforeAll(async () => {
  contents = await fillDataDir(original);
});
beforeEach(() => {
  dataDir = join(folder, `copy-${copies++}`);
  cpSync(original, dataDir, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the stand-ins in a process of their own, as `nx up standins` does. */
async function runAlone() {
  const child = spawn(process.execPath, ['--import', 'tsx', 'libs/standins/stack/src/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.once('data', () => child.kill('SIGTERM'));
  const [errors, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, signal, lines: errors.trim().split('\n') } as { code: number; signal: string; lines: string[] };
}

/** The outcome of a start: all contents, or the message of a DataError. */
async function outcome(): Promise<Contents | string> {
  try {
    return await readContents(dataDir);
  } catch (error) {
    if (error instanceof DataError) return error.message;
    throw error;
  }
}

const journals = ['mongo/mongo.journal', 'amqp/amqp.journal', 'mail/mail.journal'];
const harmful = Object.keys(damages).filter((name) => !name.includes('flipped') && name !== 'with a page zeroed');

it('reads all contents after a restart', () => {
  expect(contents.documents).toHaveLength(35);
  expect(contents.messages).toHaveLength(30);
  expect(contents.mails).toHaveLength(3);
});

describe.each(journals)('%s', (name) => {
  it.each(harmful)('%s ends the start with one line that names the file', async (kind) => {
    damages[kind]!(join(dataDir, name), createRandom(5));
    const line = await outcome();
    expect(line).toContain(join(dataDir, name));
    expect(line).toMatch(/restore it from a backup, or remove the folder .* are lost/);
    expect(line).not.toContain('\n');
  });

  it('is refused if any single byte of its records is flipped', async () => {
    const path = join(dataDir, name);
    const whole = readFileSync(path);
    for (let at = 8192; at < whole.length; at += Math.floor((whole.length - 8192) / 30)) {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 0xff;
      writeFileSync(path, bytes);
      expect([at, await outcome()]).toEqual([at, expect.stringContaining(`${path} is damaged`)]);
    }
  });

  it('starts with all contents if one byte of its header is flipped', async () => {
    const path = join(dataDir, name);
    const whole = readFileSync(path);
    for (const at of [3, 20, 30, 35, 42, 4096, 4120, 4130, 4137]) {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 0xff;
      writeFileSync(path, bytes);
      expect([at, await outcome()]).toEqual([at, contents]);
    }
  });
});

it('names the collection or the queue of a damaged record', async () => {
  for (const [name, content, owner] of [
    ['mongo/mongo.journal', 'document 20', 'collection house.rows'],
    ['amqp/amqp.journal', 'message 20', 'queue work'],
  ] as const) {
    const bytes = readFileSync(join(dataDir, name));
    bytes[bytes.indexOf(content)]! ^= 1;
    writeFileSync(join(dataDir, name), bytes);
    expect(await outcome()).toContain(`(${owner}) does not match its checksum`);
    cpSync(original, dataDir, { recursive: true });
  }
});

it.each(['cut to half', 'with 200 bytes flipped', 'replaced by a folder'])(
  'the program alone ends with exit 1 and one line for a database %s',
  async (kind) => {
    damages[kind]!(join(dataDir, 'mongo/mongo.journal'), createRandom(1));
    const { code, signal, lines } = await runAlone();
    expect({ code, signal, lines }).toMatchObject({ code: 1, signal: null });
    expect(lines).toEqual([expect.stringMatching(/^herald: DATA_DIR: .*mongo\/mongo\.journal is /)]);
  },
);

it.each(['push/server.pem', 'push/ca.pem', 'push/apns-key.p8', 'embedded.json', 'embedded.lock'])(
  'recreates %s after any damage',
  async (name) => {
    const path = join(dataDir, name);
    for (const kind of Object.keys(damages).filter((one) => one !== 'replaced by a folder')) {
      writeFileSync(
        path,
        readdirSync(join(original, 'push')).includes(name.slice(5))
          ? readFileSync(join(original, name))
          : '{"pid":2147483000,"startedAt":"1","nonce":"x"}',
      );
      damages[kind]!(path, createRandom(2));
      expect([kind, await outcome()]).toEqual([kind, contents]);
    }
  },
);

it('makes all files private, also those that earlier versions left readable', async () => {
  const everything = () => readdirSync(dataDir, { recursive: true, withFileTypes: true });
  for (const entry of everything()) chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  expect(await outcome()).toEqual(contents);
  const open = everything().filter((entry) => statSync(join(entry.parentPath, entry.name)).mode & 0o077);
  expect(open.map(({ name }) => name)).toEqual([]);
});

it('starts with all acknowledged data or refuses to start, after random damage', async () => {
  const random = createRandom(Number(process.env.DAMAGE_SEED ?? 20));
  const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)]!;
  const rounds = Number(process.env.DAMAGE_ROUNDS ?? 40);
  let refused = 0;
  for (let round = 0; round < rounds; round++) {
    rmSync(dataDir, { recursive: true });
    cpSync(original, dataDir, { recursive: true });
    const name = pick(readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()));
    const path = join(name.parentPath, name.name);
    const kind = pick(Object.keys(damages));
    damages[kind]!(path, random);
    const result = await outcome();
    const seen = { round, kind, path, result };
    if (typeof result !== 'string') expect(seen).toMatchObject({ result: contents });
    else expect(seen).toMatchObject({ result: expect.stringContaining(path) });
    if (typeof result === 'string') refused += 1;
  }
  expect(refused).toBeGreaterThan(rounds / 4);
}, 600_000);
