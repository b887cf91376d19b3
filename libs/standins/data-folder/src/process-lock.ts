import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';

/** A process. The start time distinguishes it from a later process with the same id. */
export type ProcessIdentity = { pid: number; startedAt?: string };
type Owner = ProcessIdentity & { nonce: string };

/** The nonces of the locks that this process holds. */
const heldNonces = new Set<string>();

/** The start time of a process in the kernel's unit; undefined on systems without /proc. */
async function startTimeOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

/** The identity of this process. */
export async function thisProcess(): Promise<ProcessIdentity> {
  return { pid: process.pid, startedAt: await startTimeOf(process.pid) };
}

/** Whether a process is still running. */
export async function isAlive({ pid, startedAt }: ProcessIdentity): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const actual = await startTimeOf(pid);
  return startedAt === undefined || actual === undefined || actual === startedAt;
}

/** The content of a file; undefined unless it is a JSON object with a process id. */
export async function readIdentity<T extends ProcessIdentity>(path: string): Promise<T | undefined> {
  try {
    const content = JSON.parse(await readFile(path, 'utf8')) as T;
    return Number.isInteger(content.pid) && content.pid > 0 ? content : undefined;
  } catch {
    return undefined;
  }
}

async function isHeld(owner: Owner | undefined): Promise<boolean> {
  if (!owner) return false;
  // An earlier process may have had the same id: the first process of a container always has id 1.
  return owner.pid === process.pid ? heldNonces.has(owner.nonce) : isAlive(owner);
}

/**
 * Takes a lock file; returns the function that releases it, or undefined if another process holds it. A stale lock is
 * removed, and the caller must try again.
 */
export async function takeLock(path: string): Promise<(() => Promise<void>) | undefined> {
  const nonce = randomBytes(8).toString('hex');
  const ownFile = `${path}.${nonce}`;
  try {
    await writeFile(ownFile, JSON.stringify({ ...(await thisProcess()), nonce }), { flag: 'wx', mode: 0o600 });
    // A link is atomic: other processes see the lock file with its complete content.
    await link(ownFile, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await removeStale(path, ownFile);
    return undefined;
  } finally {
    await rm(ownFile, { force: true });
  }
  heldNonces.add(nonce);
  return async () => {
    heldNonces.delete(nonce);
    await rm(path, { force: true });
  };
}

/** Removes the lock of a process that has ended. If another process took the lock meanwhile, it is put back. */
async function removeStale(path: string, mine: string): Promise<void> {
  const stale = await readIdentity<Owner>(path);
  if (await isHeld(stale)) return;
  const aside = `${mine}.stale`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readIdentity<Owner>(aside);
  if (moved && moved.nonce !== stale?.nonce) await link(aside, path).catch(() => undefined);
  await rm(aside, { recursive: true, force: true });
}
