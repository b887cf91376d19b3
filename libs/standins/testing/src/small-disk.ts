import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts a file system of a few megabytes. Without root rights `isMounted` is false. */
export function mountSmallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const ballast = join(folder, 'ballast');
  const isMounted = tryToRun('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  return {
    folder,
    isMounted,
    /** Uses all free space. */
    fill(): void {
      for (let size = 1_048_576; size >= 1; size = Math.floor(size / 4)) while (append(ballast, size));
    },
    free: () => rmSync(ballast, { force: true }),
    unmount(): void {
      if (isMounted) execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function tryToRun(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function append(path: string, size: number): boolean {
  try {
    writeFileSync(path, Buffer.alloc(size), { flag: 'a' });
    return true;
  } catch {
    return false;
  }
}
