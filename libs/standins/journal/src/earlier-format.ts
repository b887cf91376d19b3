import { readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DataError } from '@herald/standin-data-folder';

/** A file in which an earlier version kept what the journal keeps now. */
export type EarlierFormat = {
  path: string;
  parse(content: Buffer): Map<number, Buffer>;
  /** Files and folders that are removed after the conversion. */
  leftovers: string[];
};

const exists = (path: string) =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

/** The values of the earlier file; undefined if there is none. */
export async function readEarlier({ path, parse, leftovers }: EarlierFormat): Promise<Map<number, Buffer> | undefined> {
  if (!(await exists(path))) {
    for (const other of leftovers)
      if (await exists(other))
        throw new DataError(`${path} is missing; restore it from a backup, or remove ${other} to start without it`);
    return undefined;
  }
  const content = await readFile(path);
  try {
    return parse(content);
  } catch (error) {
    if (error instanceof DataError) throw error;
    const fault = error instanceof Error ? error.message : String(error);
    throw new DataError(
      `${path} is damaged (${fault}); restore it from a backup, or remove ${dirname(path)} to start without it`,
    );
  }
}

/** Refuses to start with both files: it is not known which one is current. */
export async function assertNotBoth({ path }: EarlierFormat, journal: string): Promise<void> {
  if (!(await exists(path))) return;
  throw new DataError(`${path} is of an earlier version and not in use beside ${journal}; remove one of the two`);
}

/** Removes the earlier file after its conversion. */
export async function removeEarlier({ path, leftovers }: EarlierFormat): Promise<void> {
  for (const each of [path, ...leftovers]) await rm(each, { recursive: true, force: true });
}
