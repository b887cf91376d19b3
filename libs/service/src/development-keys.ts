import { randomBytes } from 'node:crypto';
import { chmod, link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { StartError } from './start-error';

type Keys = { AUTH_JWT_SECRET: string; SERVICE_JWT_SECRET: string };
type StoredKeys = Keys & { checksum?: string };

const checksumOf = ({ AUTH_JWT_SECRET, SERVICE_JWT_SECRET }: Keys) =>
  crc32(`${AUTH_JWT_SECRET}:${SERVICE_JWT_SECRET}`).toString(16);

/** The keys, or undefined if the file was changed since it was written. Earlier versions wrote no checksum. */
function parse(text: string): StoredKeys | undefined {
  try {
    const stored = JSON.parse(text) as StoredKeys;
    const { AUTH_JWT_SECRET, SERVICE_JWT_SECRET, checksum, ...others } = stored;
    const areKeys = [AUTH_JWT_SECRET, SERVICE_JWT_SECRET].every((key) => /^[0-9a-f]{64}$/.test(key));
    const isIntact = checksum === undefined || checksum === checksumOf(stored);
    return areKeys && isIntact && Object.keys(others).length === 0 ? stored : undefined;
  } catch {
    return undefined;
  }
}

async function writeKeys(path: string, keys: Keys, install: typeof link): Promise<void> {
  const fresh = `${path}.${randomBytes(4).toString('hex')}.new`;
  try {
    const content = JSON.stringify({ ...keys, checksum: checksumOf(keys) });
    await writeFile(fresh, content, { flag: 'wx', mode: 0o600, flush: true });
    await install(fresh, path);
  } finally {
    await rm(fresh, { force: true });
  }
}

const makeKey = () => randomBytes(32).toString('hex');

/** Random keys for development: generated once, stored under DATA_DIR, shared by all processes that use it. */
export async function developmentKeys(dataDir: string): Promise<Keys> {
  const path = join(dataDir, 'development-keys.json');
  const stored = await readOrCreate(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`DATA_DIR: ${path} cannot be used (${error.code})`, { cause: error });
  });
  if (!stored) {
    const loss = 'tokens signed and push credentials sealed with the old keys become invalid';
    throw new StartError(`DATA_DIR: ${path} is damaged; restore it, or remove it to have new keys made (${loss})`);
  }
  const { checksum, ...keys } = stored;
  if (checksum === undefined) await writeKeys(path, keys, rename);
  return keys;
}

async function readOrCreate(path: string): Promise<StoredKeys | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) {
    const fresh: Keys = { AUTH_JWT_SECRET: makeKey(), SERVICE_JWT_SECRET: makeKey() };
    // The link fails if another process was first: its keys are used then.
    await writeKeys(path, fresh, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return readOrCreate(path);
  }
  await chmod(path, 0o600);
  return parse(text);
}
