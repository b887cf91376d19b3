import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DataError } from '../data-error';
import { truncateTail } from './append';
import { decodeSlot, headerLength, slotOffsets, type Slot } from './format';
import { applyLocation, writeSlot, type JournalState } from './journal-state';
import { readAt, readFrames, type Frame } from './read-frames';

/** What a journal is, for the line that reports damage. */
export type Subject = {
  path: string;
  /** What is lost without the file, such as "all documents". */
  holds: string;
  /** Names what a damaged record belongs to, from the records before it. */
  describe?(key: number, values: ReadonlyMap<number, Buffer>): string | undefined;
};
export type Loaded = { state: JournalState; values: Map<number, Buffer> };

/** An error that names the file, what is wrong with it, and the ways out. */
export function damage({ path, holds }: Subject, fault: string): DataError {
  const ways = `restore it from a backup, or remove the folder ${dirname(path)} to start without it (${holds} are lost)`;
  return new DataError(`${path} ${fault}; ${ways}`);
}

function readHeader(fd: number, size: number, subject: Subject): { slot: Slot; areBothValid: boolean } {
  if (size < headerLength) throw damage(subject, `is damaged: only ${size} bytes are left of it`);
  const header = readAt(fd, 0, headerLength);
  const slots = slotOffsets.flatMap((offset) => decodeSlot(header.subarray(offset)) ?? []);
  const slot = slots.sort((a, b) => b.counter - a.counter)[0];
  if (!slot || slots.some(({ id }) => !id.equals(slot.id)))
    throw damage(subject, 'is damaged: its header is not valid');
  if (size < slot.end) throw damage(subject, `is damaged: ${slot.end - size} bytes are missing at its end`);
  return { slot, areBothValid: slots.length === 2 };
}

function damagedRecord(subject: Subject, { damaged }: Frame, values: Map<number, Buffer>): DataError | undefined {
  if (!damaged) return undefined;
  const { key, location } = damaged;
  const owner = subject.describe?.(key, values);
  const where = `a record at byte ${location.offset}${owner ? ` (${owner})` : ''}`;
  return damage(subject, `is damaged: ${where} does not match its checksum`);
}

/**
 * Reads and verifies all of a journal. Everything up to the acknowledged length must be there and intact. Whole frames
 * after it were written before the process ended and are kept; an incomplete one was never acknowledged.
 */
export async function loadJournal(file: FileHandle, subject: Subject): Promise<Loaded> {
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
    const error = damagedRecord(subject, frame, values);
    if (error && areBothValid && frame.offset >= slot.end) break;
    if (error) throw error;
    applyFrame(state, values, frame);
  }
  const isTailEmpty = readAt(file.fd, state.end, size - state.end).every((byte) => byte === 0);
  const isWhole = areBothValid ? state.end >= slot.end : isTailEmpty;
  if (!isWhole) throw damage(subject, `is damaged at byte ${state.end}`);
  if (!isTailEmpty) await truncateTail(state);
  if (!areBothValid || state.end !== slot.end) writeSlot(state);
  return { state, values };
}

function applyFrame(state: JournalState, values: Map<number, Buffer>, { records, end }: Frame): void {
  for (const { key, value, location } of records) {
    applyLocation(state, key, value && location);
    // A copy, so that a small value does not keep the whole piece of the file in memory.
    if (value) values.set(key, Buffer.from(value));
    else values.delete(key);
  }
  state.end = end;
}
