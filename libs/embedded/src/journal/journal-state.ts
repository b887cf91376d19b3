import { randomBytes } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { encodeSlot, headerLength, idLength, slotOffsets, type Location } from './format';

/** An open journal: where it ends, and where the current value of each key lies. */
export type JournalState = {
  file: FileHandle;
  id: Buffer;
  counter: number;
  end: number;
  live: Map<number, Location>;
  liveBytes: number;
  /** Whether a failed commit may have left bytes after `end`. */
  hasTail: boolean;
};

/** Writes all bytes at this offset. */
export async function writeAt(file: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, offset + done);
    done += bytesWritten;
  }
}

/** Notes the acknowledged length in the slot whose turn it is. */
export async function writeSlot(state: JournalState): Promise<void> {
  state.counter += 1;
  await writeAt(state.file, encodeSlot(state), slotOffsets[state.counter % 2 ? 1 : 0]);
}

/** Creates a journal without records. */
export async function createJournalFile(path: string): Promise<JournalState> {
  const file = await open(path, 'wx+', 0o600);
  const state: JournalState = {
    file,
    id: randomBytes(idLength),
    counter: -1,
    end: headerLength,
    live: new Map(),
    liveBytes: 0,
    hasTail: false,
  };
  await writeAt(file, Buffer.alloc(headerLength), 0);
  await writeSlot(state);
  await writeSlot(state);
  return state;
}

/** Takes over where the records of a commit lie. */
export function applyLocations(state: JournalState, locations: Iterable<[number, Location | undefined]>): void {
  for (const [key, location] of locations) {
    state.liveBytes += (location?.size ?? 0) - (state.live.get(key)?.size ?? 0);
    if (location) state.live.set(key, location);
    else state.live.delete(key);
  }
}
