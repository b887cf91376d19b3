import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { developmentKeys } from './development-keys';
import { StartError } from './start-error';

let dataDir: string;
let path: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'keys-'));
  path = join(dataDir, 'development-keys.json');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const failure = () =>
  developmentKeys(dataDir).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the keys for development', () => {
  it('are created once for processes that start together, readable by their owner alone', async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => developmentKeys(dataDir)));
    for (const keys of others) expect(keys).toEqual(first);
    expect(Object.keys(first!)).toEqual(['AUTH_JWT_SECRET', 'SERVICE_JWT_SECRET']);
    expect(readdirSync(dataDir)).toEqual(['development-keys.json']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('of an earlier version, without a checksum, stay in use', async () => {
    const keys = { AUTH_JWT_SECRET: 'a'.repeat(64), SERVICE_JWT_SECRET: 'b'.repeat(64) };
    writeFileSync(path, JSON.stringify(keys));
    chmodSync(path, 0o644);
    expect(await developmentKeys(dataDir)).toEqual(keys);
    expect(readFileSync(path, 'utf8')).toContain('checksum');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await developmentKeys(dataDir)).toEqual(keys);
  });

  it('are never replaced: a file that was changed anywhere ends the start with one line', async () => {
    const keys = await developmentKeys(dataDir);
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at++) {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 1;
      writeFileSync(path, bytes);
      expect([at, await failure()]).toEqual([at, expect.any(StartError)]);
    }
    for (const content of ['', '{', 'null', '[]', whole.subarray(0, whole.length / 2), whole.subarray(0, 100)]) {
      writeFileSync(path, content);
      expect(await failure()).toMatchObject({
        message: expect.stringMatching(/^DATA_DIR: .*development-keys\.json is damaged; restore it, or remove it .*$/),
      });
    }
    writeFileSync(path, whole);
    expect(await developmentKeys(dataDir)).toEqual(keys);
    rmSync(path);
    mkdirSync(path);
    expect(await failure()).toMatchObject({ message: `DATA_DIR: ${path} cannot be used (EISDIR)` });
  });
});
