import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const ownerOnly = 0o600;

/** Creates a folder with mode 0700. In an existing folder, the modes of all files and folders are corrected. */
export async function openPrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) await openPrivateFolder(inside);
    else if (entry.isFile()) await chmod(inside, ownerOnly).catch(ignoreMissing);
  }
}

/** Another process may have removed a temporary file meanwhile. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Writes a file with mode 0600. Other processes see its complete content or the file before. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.new`;
  try {
    await writeFile(temporary, content, { flag: 'wx', mode: ownerOnly });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Makes creations and renames in the folder of a file durable. */
export async function syncFolderOf(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
