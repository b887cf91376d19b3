import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';

/** A process, told apart from a later one that was given the same id. */
export type ProcessIdentity = { pid: number; startedAt?: string };
type Owner = ProcessIdentity & { nonce: string };

/** Locks that this process holds, by their nonces. */
const held = new Set<string>();

/** When a process started, as the kernel counts it; undefined where that is not known. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

/** The process that runs this code. */
export async function thisProcess(): Promise<ProcessIdentity> {
  return { pid: process.pid, startedAt: await startOf(process.pid) };
}

/** Whether that process still runs. */
export async function isAlive({ pid, startedAt }: ProcessIdentity): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const actual = await startOf(pid);
  return startedAt === undefined || actual === undefined || actual === startedAt;
}

/** The content of a file, if it is a JSON object with the id of a process. */
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
  // An earlier process may have had our own id, as the first process of a container always has.
  return owner.pid === process.pid ? held.has(owner.nonce) : isAlive(owner);
}

/** Takes the lock file, also from a process that is gone. Resolves to the release, or undefined if another holds it. */
export async function takeLock(path: string): Promise<(() => Promise<void>) | undefined> {
  const nonce = randomBytes(8).toString('hex');
  const mine = `${path}.${nonce}`;
  try {
    await writeFile(mine, JSON.stringify({ ...(await thisProcess()), nonce }), { flag: 'wx', mode: 0o600 });
    // Unlike a write, a link appears with its whole content.
    await link(mine, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await removeStale(path, mine);
    return undefined;
  } finally {
    await rm(mine, { force: true });
  }
  held.add(nonce);
  return async () => {
    held.delete(nonce);
    await rm(path, { force: true });
  };
}

/** Removes the lock of a process that is gone. Another process may have done so and taken it in the meantime. */
async function removeStale(path: string, mine: string): Promise<void> {
  const stale = await readIdentity<Owner>(path);
  if (await isHeld(stale)) return;
  const aside = `${mine}.stale`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readIdentity<Owner>(aside);
  if (moved && moved.nonce !== stale?.nonce) await link(aside, path).catch(() => undefined);
  await rm(aside, { recursive: true, force: true });
}
