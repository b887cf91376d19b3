import { rename, rm } from 'node:fs/promises';
import { syncFolderOf } from '../private-files';
import { appendFrame } from './append';
import { headerLength, type JournalRecord, type Operations } from './format';
import { createJournalFile, discardJournalFile, type JournalState } from './journal-state';
import { readFrames } from './read-frames';

const maxBatchBytes = 1_048_576;
const maxRemainder = 262_144;

export type Compaction = { state: JournalState; path: string; isCancelled: () => boolean; durable: boolean };

/** Whether the fresh journal needs a record of the old one: its current value, or the removal of a value it has. */
function isNeeded({ key, value, location }: JournalRecord, old: JournalState, fresh: JournalState, batch: Operations) {
  if (value) return old.live.get(key)?.offset === location.offset;
  return fresh.live.has(key) || batch.has(key);
}

/** Copies what is still valid of the frames from `from` to `to` into the fresh journal. */
async function copyFrames({ state, isCancelled }: Compaction, fresh: JournalState, from: number, to: number) {
  let batch: Operations = new Map();
  let bytes = 0;
  let at = from;
  for (const { end, records, damaged } of readFrames(state.file.fd, state.id, from, to)) {
    if (damaged || isCancelled()) break;
    for (const record of records) {
      if (!isNeeded(record, state, fresh, batch)) continue;
      batch.set(record.key, record.value);
      bytes += record.location.size;
    }
    at = end;
    if (bytes < maxBatchBytes && at < to) continue;
    if (batch.size > 0) await appendFrame(fresh, batch, false);
    batch = new Map();
    bytes = 0;
  }
  if (at !== to) throw new Error('the compaction ended early');
}

/**
 * Writes the current values into a new file that takes the journal's place. Commits go on meanwhile; `exclusive` runs
 * the last step between two of them. Throws when there is no room or it is cancelled: the journal is then as before.
 */
export async function compact(compaction: Compaction, exclusive: (step: () => Promise<void>) => Promise<void>) {
  const { state, path, durable } = compaction;
  const freshPath = `${path}.new`;
  await rm(freshPath, { force: true });
  const fresh = await createJournalFile(freshPath);
  try {
    let at = headerLength;
    do {
      const to = state.end;
      await copyFrames(compaction, fresh, at, to);
      at = to;
    } while (state.end - at > maxRemainder);
    if (durable) await fresh.file.datasync();
    await exclusive(async () => {
      await copyFrames(compaction, fresh, at, state.end);
      await fresh.slotWritten;
      if (durable) await fresh.file.sync();
      await rename(freshPath, path);
      const { file, slotWritten } = state;
      Object.assign(state, fresh);
      await slotWritten;
      await file.close();
      if (durable) await syncFolderOf(path);
    });
  } catch (error) {
    if (state.file !== fresh.file) await discardJournalFile(fresh, freshPath);
    throw error;
  }
}
