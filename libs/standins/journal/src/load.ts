import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DataError } from '@herald/standin-data-folder';
import { truncateTail } from './append';
import { decodeSlot, headerLength, slotOffsets, type Slot } from './format';
import { applyLocation, writeSlot, type JournalState } from './journal-state';
import { readAt, readFrames, type Frame } from './read-frames';

/** A journal's file and content, for error messages. */
export type JournalIdentity = {
  path: string;
  /** What is lost without the file, for example "all documents". */
  holds: string;
  /** Names the owner of a damaged record, for example its queue, from the records before it. */
  describe?(key: number, values: ReadonlyMap<number, Buffer>): string | undefined;
};
export type Loaded = { state: JournalState; values: Map<number, Buffer> };

/** An error that names the file, the fault, and what the operator can do. */
export function damageError({ path, holds }: JournalIdentity, fault: string): DataError {
  const folder = dirname(path);
  const remedies = `restore it from a backup, or remove the folder ${folder} to start without it (${holds} are lost)`;
  return new DataError(`${path} ${fault}; ${remedies}`);
}

function readHeader(fd: number, size: number, subject: JournalIdentity): { slot: Slot; areBothValid: boolean } {
  if (size < headerLength) throw damageError(subject, `is damaged: only ${size} bytes are left of it`);
  const header = readAt(fd, 0, headerLength);
  const slots = slotOffsets.flatMap((offset) => decodeSlot(header.subarray(offset)) ?? []);
  const slot = slots.sort((a, b) => b.counter - a.counter)[0];
  if (!slot || slots.some(({ id }) => !id.equals(slot.id)))
    throw damageError(subject, 'is damaged: its header is not valid');
  if (size < slot.end) throw damageError(subject, `is damaged: ${slot.end - size} bytes are missing at its end`);
  return { slot, areBothValid: slots.length === 2 };
}

function recordError(subject: JournalIdentity, { damaged }: Frame, values: Map<number, Buffer>): DataError | undefined {
  if (!damaged) return undefined;
  const { key, location } = damaged;
  const owner = subject.describe?.(key, values);
  const where = `a record at byte ${location.offset}${owner ? ` (${owner})` : ''}`;
  return damageError(subject, `is damaged: ${where} does not match its checksum`);
}

/**
 * Reads and verifies a whole journal. All bytes up to the acknowledged length must be present and intact. Complete
 * frames after it were written before the process ended and are kept; an incomplete frame was never acknowledged.
 */
export async function loadJournal(file: FileHandle, subject: JournalIdentity): Promise<Loaded> {
  const { size } = await file.stat();
  const { slot, areBothValid } = readHeader(file.fd, size, subject);
  const state: JournalState = {
    file,
    ...slot,
    id: Buffer.from(slot.id),
    end: headerLength,
    allocated: size,
    live: new Map(),
    liveBytes: 0,
    hasTail: false,
    slotWritten: Promise.resolve(),
  };
  const values = new Map<number, Buffer>();
  for (const frame of readFrames(file.fd, state.id, headerLength, size)) {
    const error = recordError(subject, frame, values);
    if (error && areBothValid && frame.offset >= slot.end) break;
    if (error) throw error;
    applyFrame(state, values, frame);
  }
  const isTailEmpty = readAt(file.fd, state.end, size - state.end).every((byte) => byte === 0);
  const isComplete = areBothValid ? state.end >= slot.end : isTailEmpty;
  if (!isComplete) throw damageError(subject, `is damaged at byte ${state.end}`);
  if (!isTailEmpty) await truncateTail(state);
  if (!areBothValid || state.end !== slot.end) writeSlot(state);
  return { state, values };
}

function applyFrame(state: JournalState, values: Map<number, Buffer>, { records, end }: Frame): void {
  for (const { key, value, location } of records) {
    applyLocation(state, key, value && location);
    // A copy: a slice would keep the whole window of the file in memory.
    if (value) values.set(key, Buffer.from(value));
    else values.delete(key);
  }
  state.end = end;
}
