import { statfs } from 'node:fs/promises';

export type DiskSpace = {
  /** False when the disk cannot take this many bytes; the disk is not ready until it can. */
  hasRoomFor(bytes: number): Promise<boolean>;
  /** Records a write that failed for lack of space. */
  noteFull(bytes: number): void;
  ready(): Promise<boolean>;
};

/** Less free space than this, or than this part of a small disk, counts as full. */
const minFreeBytes = 64 * 1_048_576;
const minFreeRatio = 0.05;
/** A refused huge upload must not make a disk unready that has room for all others. */
const maxWantedBytes = 16 * 1_048_576;

/** Watches the free space of a folder's disk: uploads are refused before they are read, and readiness follows. */
export function diskSpace(folder: string): DiskSpace {
  let wantedBytes = 0;
  const noteFull = (bytes: number) => void (wantedBytes = Math.max(wantedBytes, Math.min(bytes, maxWantedBytes)));
  const spaceOf = async () => {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  };
  return {
    noteFull,
    async hasRoomFor(bytes) {
      const { free } = await spaceOf();
      if (free >= bytes) return true;
      noteFull(bytes);
      return false;
    },
    async ready() {
      const { free, total } = await spaceOf();
      if (free < Math.max(wantedBytes, Math.min(minFreeBytes, total * minFreeRatio))) return false;
      wantedBytes = 0;
      return true;
    },
  };
}

/** True for the error of a write to a full disk. */
export const isOutOfSpace = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');
