import { rename, rm } from 'node:fs/promises';
import { syncFolderOf } from '@herald/standin-data-folder';
import { appendFrame } from './append';
import { headerLength, type JournalRecord, type Operations } from './format';
import { createJournalFile, discardJournalFile, type JournalState } from './journal-state';
import { readFrames } from './read-frames';

const maxBatchBytes = 1_048_576;
const maxRemainderBytes = 262_144;

export type Compaction = { state: JournalState; path: string; isCancelled: () => boolean; durable: boolean };

/** Whether a record must be copied: it is the current value of its key, or the target holds a value that it removes. */
function isCurrent(
  { key, value, location }: JournalRecord,
  old: JournalState,
  target: JournalState,
  batch: Operations,
) {
  if (value) return old.live.get(key)?.offset === location.offset;
  return target.live.has(key) || batch.has(key);
}

/** Copies the current records of the frames between `from` and `to` into the target. */
async function copyFrames({ state, isCancelled }: Compaction, target: JournalState, from: number, to: number) {
  let batch: Operations = new Map();
  let bytes = 0;
  let at = from;
  for (const { end, records, damaged } of readFrames(state.file.fd, state.id, from, to)) {
    if (damaged || isCancelled()) break;
    for (const record of records) {
      if (!isCurrent(record, state, target, batch)) continue;
      batch.set(record.key, record.value);
      bytes += record.location.size;
    }
    at = end;
    if (bytes < maxBatchBytes && at < to) continue;
    if (batch.size > 0) await appendFrame(target, batch, false);
    batch = new Map();
    bytes = 0;
  }
  if (at !== to) throw new Error('the compaction ended early');
}

/**
 * Copies the current values into a new file, which replaces the journal. Commits continue meanwhile; `exclusive` runs
 * the last step between two commits. Throws if the disk is full or the compaction is cancelled; the journal is then as
 * before.
 */
export async function compact(compaction: Compaction, exclusive: (step: () => Promise<void>) => Promise<void>) {
  const { state, path, durable } = compaction;
  const targetPath = `${path}.new`;
  await rm(targetPath, { force: true });
  const target = await createJournalFile(targetPath);
  try {
    let at = headerLength;
    do {
      const to = state.end;
      await copyFrames(compaction, target, at, to);
      at = to;
    } while (state.end - at > maxRemainderBytes);
    if (durable) await target.file.datasync();
    await exclusive(async () => {
      await copyFrames(compaction, target, at, state.end);
      await target.slotWritten;
      if (durable) await target.file.sync();
      await rename(targetPath, path);
      const { file, slotWritten } = state;
      Object.assign(state, target);
      await slotWritten;
      await file.close();
      if (durable) await syncFolderOf(path);
    });
  } catch (error) {
    if (state.file !== target.file) await discardJournalFile(target, targetPath);
    throw error;
  }
}
