import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { diskSpace } from './disk-space';
import type { Storage } from './storage';

const safeKey = /^[A-Za-z0-9-]+(\/[A-Za-z0-9-]+)*$/;
const tempLifetime = 24 * 3_600_000;

/** Files in a folder of this machine. */
export async function fileStorage(url: URL): Promise<Storage> {
  const root = fileURLToPath(url);
  const tempDir = join(root, 'arriving');
  await mkdir(tempDir, { recursive: true, mode: 0o700 });
  await sweep(tempDir);
  const pathOf = (key: string) => {
    if (!safeKey.test(key)) throw new Error('Not a key of the storage');
    return join(root, 'kept', key);
  };
  const disk = diskSpace(tempDir);
  return {
    tempDir,
    disk,
    async keep(key, tempPath) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await flush(tempPath);
      await rename(tempPath, path);
      await flush(dirname(path));
    },
    async read(key) {
      const handle = await open(pathOf(key)).catch(missingIsUndefined);
      if (!handle) return undefined;
      const { size } = await handle.stat();
      return { content: handle.createReadStream({ highWaterMark: 65_536 }), size };
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    ready: () =>
      access(tempDir, constants.W_OK)
        .then(disk.ready)
        .catch(() => false),
  };
}

/** Removes the remains of uploads whose process died. */
export async function sweep(tempDir: string, olderThan = tempLifetime): Promise<void> {
  for (const name of await readdir(tempDir)) {
    const path = join(tempDir, name);
    // Another process may have ended its upload meanwhile.
    const found = await stat(path).catch(missingIsUndefined);
    if (found && Date.now() - found.mtimeMs > olderThan) await rm(path, { force: true });
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

function missingIsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
