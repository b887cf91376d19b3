import { encodeFrame, type Operations } from './format';
import { applyLocation, writeAt, writeSlot, type JournalState } from './journal-state';

/** The file grows in steps: fsync of a write within the file is faster than of one that makes it longer. */
const growthBytes = 262_144;

/** Writes one commit. If it fails, the file is as before. */
export async function appendFrame(state: JournalState, operations: Operations, durable: boolean): Promise<void> {
  if (state.hasTail) await truncateTail(state);
  const { bytes, locations } = encodeFrame(state.id, state.end, operations);
  const end = state.end + bytes.length;
  try {
    if (durable && end > state.allocated) await allocate(state, end + growthBytes);
    await writeAt(state.file, bytes, state.end);
    if (durable) await state.file.datasync();
  } catch (error) {
    state.hasTail = true;
    await truncateTail(state).catch(() => undefined);
    throw error;
  }
  state.end = end;
  state.allocated = Math.max(state.allocated, end);
  for (const [key, location] of locations) applyLocation(state, key, location);
  writeSlot(state);
}

/** Makes the file longer. On a full disk this may fail while the commit itself still fits. */
async function allocate(state: JournalState, length: number): Promise<void> {
  try {
    await writeAt(state.file, Buffer.alloc(length - state.allocated), state.allocated);
    state.allocated = length;
  } catch {
    await state.file.truncate(state.allocated);
  }
}

/** Removes all bytes after the last commit. */
export async function truncateTail(state: JournalState): Promise<void> {
  await state.file.truncate(state.end);
  state.allocated = state.end;
  state.hasTail = false;
}
