import { randomBytes } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { encodeSlot, headerLength, idLength, slotOffsets, type Location } from './format';

/** An open journal: its end, and the location of each key's current value. */
export type JournalState = {
  file: FileHandle;
  id: Buffer;
  counter: number;
  end: number;
  /** The length of the file. Bytes after `end` are zeros, allocated in advance. */
  allocated: number;
  live: Map<number, Location>;
  liveBytes: number;
  /** Whether a failed commit may have left bytes after `end`. */
  hasTail: boolean;
  /** The slot write in progress; never rejects. */
  slotWritten: Promise<void>;
};

/** Writes all bytes at this offset. */
export async function writeAt(file: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, offset + done);
    done += bytesWritten;
  }
}

/**
 * Writes the acknowledged length to the next slot, after the write of the slot before. The commit does not wait for it:
 * a start also reads complete frames after that length.
 */
export function writeSlot(state: JournalState): void {
  const { file } = state;
  state.counter += 1;
  const slot = encodeSlot(state);
  const offset = slotOffsets[state.counter % 2 ? 1 : 0];
  state.slotWritten = state.slotWritten.then(() => writeAt(file, slot, offset)).catch(() => undefined);
}

/** Creates an empty journal. */
export async function createJournalFile(path: string): Promise<JournalState> {
  const file = await open(path, 'wx+', 0o600);
  const state: JournalState = {
    file,
    id: randomBytes(idLength),
    counter: 1,
    end: headerLength,
    allocated: headerLength,
    live: new Map(),
    liveBytes: 0,
    hasTail: false,
    slotWritten: Promise.resolve(),
  };
  try {
    await writeAt(file, Buffer.alloc(headerLength), 0);
    for (const counter of [0, 1]) await writeAt(file, encodeSlot({ ...state, counter }), slotOffsets[counter]!);
  } catch (error) {
    await discardJournalFile(state, path);
    throw error;
  }
  return state;
}

/** Closes and removes a journal whose creation failed. */
export async function discardJournalFile({ file, slotWritten }: JournalState, path: string): Promise<void> {
  await slotWritten;
  await file.close();
  await rm(path, { force: true });
}

/** Sets the location of a key's current value; undefined removes the key. */
export function applyLocation(state: JournalState, key: number, location: Location | undefined): void {
  state.liveBytes += (location?.size ?? 0) - (state.live.get(key)?.size ?? 0);
  if (location) state.live.set(key, location);
  else state.live.delete(key);
}
