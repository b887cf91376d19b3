import { encodeFrame, type Operations } from './format';
import { applyLocations, writeAt, writeSlot, type JournalState } from './journal-state';

/** Writes one commit. After a failure the file is as it was before. */
export async function appendFrame(state: JournalState, operations: Operations, durable: boolean): Promise<void> {
  if (state.hasTail) await truncateTail(state);
  const { bytes, locations } = encodeFrame(state.id, state.end, operations);
  try {
    await writeAt(state.file, bytes, state.end);
    if (durable) await state.file.datasync();
  } catch (error) {
    state.hasTail = true;
    await truncateTail(state).catch(() => undefined);
    throw error;
  }
  state.end += bytes.length;
  applyLocations(state, locations);
  // The commit is valid without it: the slot tells a later start how much must be there.
  await writeSlot(state).catch(() => undefined);
}

async function truncateTail(state: JournalState): Promise<void> {
  await state.file.truncate(state.end);
  state.hasTail = false;
}
