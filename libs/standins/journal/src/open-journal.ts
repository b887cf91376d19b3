import type { Stats } from 'node:fs';
import { chmod, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openPrivateFolder, replaceFile, syncFolderOf } from '@herald/standin-data-folder';
import { appendFrame, truncateTail } from './append';
import { compact } from './compact';
import { readEarlier, assertNotBoth, removeEarlier, type EarlierFormat } from './earlier-format';
import { decodeRecord, headerLength, type Operations } from './format';
import { createJournalFile, discardJournalFile, type JournalState } from './journal-state';
import { damageError, loadJournal, type Loaded, type JournalIdentity } from './load';
import { readAt } from './read-frames';

type JournalOptions = JournalIdentity & {
  /** Whether a commit waits for the disk. */
  durable: boolean;
  earlier: EarlierFormat;
  /** Compaction starts above this amount of garbage. */
  minGarbageBytes?: number;
};

/** Values by numeric keys, stored in one file. */
export type Journal = {
  /** Writes one commit. Must not be called again before it has settled. If it throws, nothing has changed. */
  append(operations: Operations): Promise<void>;
  has(key: number): boolean;
  /** The committed value, read from the file. */
  read(key: number): Buffer | undefined;
  close(): Promise<void>;
};

const defaultMinGarbageBytes = 16 * 1_048_576;

async function statIfPresent(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Creates a file that lets a later start tell a missing journal from a new folder. */
async function markInUse(marker: string): Promise<void> {
  if (!(await statIfPresent(marker))) await replaceFile(marker, 'The journal of this name holds data.\n');
}

/** Creates a journal with the data of an earlier version, if any. An interrupted start leaves no incomplete journal. */
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
  if (found && !found.isFile()) throw damageError(options, 'is not a file');
  if (!found && (await statIfPresent(marker))) throw damageError(options, 'is missing');
  if (!found) {
    const created = await createJournalAt(options);
    await markInUse(marker);
    return created;
  }
  await assertNotBoth(options.earlier, path);
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

/** Opens or creates a journal; `take` is called for each of its values, in the order of the keys. */
export async function openJournal(
  options: JournalOptions,
  onValue: (key: number, value: Buffer) => void,
): Promise<Journal> {
  await openPrivateFolder(dirname(options.path));
  const { state, values } = await openFile(options);
  for (const key of [...values.keys()].sort((a, b) => a - b)) onValue(key, values.get(key)!);
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

function readRecord({ file, live }: JournalState, key: number, subject: JournalIdentity): Buffer | undefined {
  const location = live.get(key);
  if (!location) return undefined;
  const { isIntact, value } = decodeRecord(readAt(file.fd, location.offset, location.size), 0, location.offset);
  if (!isIntact)
    throw damageError(subject, `is damaged: a record at byte ${location.offset} does not match its checksum`);
  return value;
}

/** Runs one compaction at a time, concurrently with commits. */
function createCompaction(
  state: JournalState,
  { path, durable, minGarbageBytes: minGarbage = defaultMinGarbageBytes }: JournalOptions,
) {
  let lastStep: Promise<unknown> = Promise.resolve();
  let running: Promise<void> | undefined;
  let isCancelled = false;
  let thresholdBytes = minGarbage;
  const exclusive = (step: () => Promise<void>) => {
    const done = lastStep.then(step);
    lastStep = done.catch(() => undefined);
    return done;
  };
  const garbageBytes = () => state.end - headerLength - state.liveBytes;
  const start = () => {
    if (running) return;
    isCancelled = false;
    running = compact({ state, path, durable, isCancelled: () => isCancelled }, exclusive)
      .then(() => (thresholdBytes = minGarbage))
      // It failed, and the journal is as before. The next attempt waits until the garbage has doubled.
      .catch(() => (thresholdBytes = garbageBytes() * 2))
      .then(() => {
        running = undefined;
      });
  };
  return {
    exclusive,
    startIfWorthwhile() {
      if (garbageBytes() > thresholdBytes && garbageBytes() > state.liveBytes) start();
    },
    /** After a failed commit: cancels a running compaction to free its file, or starts one to free garbage. */
    freeSpace() {
      if (running) isCancelled = true;
      else if (garbageBytes() > state.liveBytes) start();
    },
    async stop() {
      isCancelled = true;
      await running;
      await lastStep;
    },
  };
}
