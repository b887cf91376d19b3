import type { Stats } from 'node:fs';
import { chmod, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openPrivateFolder, replaceFile, syncFolderOf } from '../private-files';
import { appendFrame, truncateTail } from './append';
import { compact } from './compact';
import { readEarlier, refuseBoth, removeEarlier, type EarlierFormat } from './earlier-format';
import { decodeRecord, headerLength, type Operations } from './format';
import { createJournalFile, discardJournalFile, type JournalState } from './journal-state';
import { damage, loadJournal, type Loaded, type Subject } from './load';
import { readAt } from './read-frames';

export type JournalOptions = Subject & {
  /** Whether a commit waits for the disk. */
  durable: boolean;
  earlier: EarlierFormat;
  /** Garbage below this is left in the file. */
  minGarbage?: number;
};

/** Current values by numeric keys, kept in one file. */
export type Journal = {
  /** Writes one commit; must not be called again before it has settled. Throws with nothing changed. */
  append(operations: Operations): Promise<void>;
  has(key: number): boolean;
  /** The committed value, read from the file. */
  read(key: number): Buffer | undefined;
  close(): Promise<void>;
};

const defaultMinGarbage = 16 * 1_048_576;

async function statIfPresent(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Tells a later start that a missing journal is no new folder. */
async function markInUse(marker: string): Promise<void> {
  if (!(await statIfPresent(marker))) await replaceFile(marker, 'The journal of this name holds data.\n');
}

/** A new journal, with the data of an earlier version. It appears whole or, if the start is interrupted, not at all. */
async function createJournalAt({ path, durable, earlier }: JournalOptions): Promise<Loaded> {
  const operations = (await readEarlier(earlier)) ?? new Map<number, Buffer>();
  const state = await createJournalFile(`${path}.new`);
  try {
    if (operations.size > 0) await appendFrame(state, operations, false);
    await state.slotWritten;
    if (durable) await state.file.sync();
    await rename(`${path}.new`, path);
  } catch (error) {
    await discardJournalFile(state, `${path}.new`);
    throw error;
  }
  if (durable) await syncFolderOf(path);
  await removeEarlier(earlier);
  return { state, values: operations };
}

async function openFile(options: JournalOptions): Promise<Loaded> {
  const { path } = options;
  const marker = `${path}.in-use`;
  await rm(`${path}.new`, { force: true, recursive: true });
  const found = await statIfPresent(path);
  if (found && !found.isFile()) throw damage(options, 'is not a file');
  if (!found && (await statIfPresent(marker))) throw damage(options, 'is missing');
  if (!found) {
    const created = await createJournalAt(options);
    await markInUse(marker);
    return created;
  }
  await refuseBoth(options.earlier, path);
  await chmod(path, 0o600);
  const file = await open(path, 'r+');
  try {
    const loaded = await loadJournal(file, options);
    await markInUse(marker);
    return loaded;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Opens or creates a journal; `take` receives what it holds, in the order of the keys. */
export async function openJournal(
  options: JournalOptions,
  take: (key: number, value: Buffer) => void,
): Promise<Journal> {
  await openPrivateFolder(dirname(options.path));
  const { state, values } = await openFile(options);
  for (const key of [...values.keys()].sort((a, b) => a - b)) take(key, values.get(key)!);
  return createJournal(state, options);
}

function createJournal(state: JournalState, options: JournalOptions): Journal {
  const compaction = createCompaction(state, options);
  return {
    append: (operations) =>
      compaction.exclusive(async () => {
        try {
          await appendFrame(state, operations, options.durable);
        } catch (error) {
          compaction.freeSpace();
          throw error;
        }
        compaction.startIfWorthwhile();
      }),
    has: (key) => state.live.has(key),
    read: (key) => readRecord(state, key, options),
    async close() {
      await compaction.stop();
      await state.slotWritten;
      await truncateTail(state).catch(() => undefined);
      await state.file.close();
    },
  };
}

function readRecord({ file, live }: JournalState, key: number, subject: Subject): Buffer | undefined {
  const location = live.get(key);
  if (!location) return undefined;
  const { isIntact, value } = decodeRecord(readAt(file.fd, location.offset, location.size), 0, location.offset);
  if (!isIntact) throw damage(subject, `is damaged: a record at byte ${location.offset} does not match its checksum`);
  return value;
}

/** Runs compactions beside the commits, one at a time. */
function createCompaction(state: JournalState, { path, durable, minGarbage = defaultMinGarbage }: JournalOptions) {
  let lane: Promise<unknown> = Promise.resolve();
  let running: Promise<void> | undefined;
  let isCancelled = false;
  let threshold = minGarbage;
  const exclusive = (step: () => Promise<void>) => {
    const done = lane.then(step);
    lane = done.catch(() => undefined);
    return done;
  };
  const garbage = () => state.end - headerLength - state.liveBytes;
  const start = () => {
    if (running) return;
    isCancelled = false;
    running = compact({ state, path, durable, isCancelled: () => isCancelled }, exclusive)
      .then(() => (threshold = minGarbage))
      // The journal is as before. It is not walked again before it has grown.
      .catch(() => (threshold = garbage() * 2))
      .then(() => {
        running = undefined;
      });
  };
  return {
    exclusive,
    startIfWorthwhile() {
      if (garbage() > threshold && garbage() > state.liveBytes) start();
    },
    /** After a failed commit: a compaction under way gives its room back, otherwise one may make room. */
    freeSpace() {
      if (running) isCancelled = true;
      else if (garbage() > state.liveBytes) start();
    },
    async stop() {
      isCancelled = true;
      await running;
      await lane;
    },
  };
}
