import { encodeFrame, type Operations } from './format';
import { applyLocation, writeAt, writeSlot, type JournalState } from './journal-state';

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
  for (const [key, location] of locations) applyLocation(state, key, location);
  writeSlot(state);
}

async function truncateTail(state: JournalState): Promise<void> {
  await state.file.truncate(state.end);
  state.hasTail = false;
}
