import { readSync } from 'node:fs';
import { readBodyLength, decodeRecord, frameHeaderLength, type JournalRecord } from './format';

export type Frame = { offset: number; end: number; records: JournalRecord[]; damaged: JournalRecord | undefined };

const windowBytes = 1_048_576;

/** Reads `length` bytes at `offset`, or fewer at the end of the file. */
export function readAt(fd: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let readBytes = 0;
  while (readBytes < length) {
    const count = readSync(fd, bytes, readBytes, length - readBytes, offset + readBytes);
    if (count === 0) break;
    readBytes += count;
  }
  return bytes.subarray(0, readBytes);
}

/** Returns parts of a file that is read in order; reads it in large chunks. */
function createWindow(fd: number) {
  let start = 0;
  let bytes: Buffer = Buffer.alloc(0);
  return (offset: number, length: number) => {
    if (offset < start || offset + length > start + bytes.length) {
      bytes = readAt(fd, offset, Math.max(length, windowBytes));
      start = offset;
    }
    return bytes.subarray(offset - start, offset - start + length);
  };
}

/** The frames between `from` and `to`. Ends before the first incomplete or invalid frame. */
export function* readFrames(fd: number, id: Buffer, from: number, to: number): Generator<Frame> {
  const read = createWindow(fd);
  for (let offset = from; offset + frameHeaderLength <= to;) {
    const length = readBodyLength(read(offset, frameHeaderLength), id, offset);
    if (length === undefined || offset + frameHeaderLength + length > to) return;
    const body = read(offset + frameHeaderLength, length);
    const end = offset + frameHeaderLength + length;
    yield { offset, end, ...parseRecords(body, offset + frameHeaderLength) };
    offset = end;
  }
}

function parseRecords(body: Buffer, base: number): Pick<Frame, 'records' | 'damaged'> {
  const records: JournalRecord[] = [];
  for (let at = 0; at < body.length;) {
    const record = decodeRecord(body, at, base);
    if (!record.isIntact) return { records, damaged: record };
    records.push(record);
    at += record.location.size;
  }
  return { records, damaged: undefined };
}
