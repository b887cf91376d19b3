import { crc32 } from 'node:zlib';

/**
 * A journal is a header followed by one frame per commit. The header has two slots, written alternately after each
 * commit, with the acknowledged length of the file. A frame contains records; each record has its own checksum.
 */
export const headerLength = 8192;
export const slotOffsets = [0, 4096] as const;
export const frameHeaderLength = 20;
const recordHeaderLength = 17;

const magic = Buffer.from('herald journal 1');
const frameMark = 0x48464d31;
const slotLength = 44;
export const idLength = 8;

export type Slot = { id: Buffer; counter: number; end: number };
/** What a commit changes: a value, or undefined for a key that is removed. */
export type Operations = Map<number, Buffer | undefined>;
/** The place of a record in the file, its header included. */
export type Location = { offset: number; size: number };
export type JournalRecord = {
  key: number;
  value: Buffer | undefined;
  location: Location;
  /** Whether the record matches its checksum. */
  isIntact: boolean;
};

/** Whether the bytes begin with the magic string of this version. */
const isJournal = (bytes: Buffer) => bytes.subarray(0, magic.length).equals(magic);

/** Encodes one slot of the header. */
export function encodeSlot({ id, counter, end }: Slot): Buffer {
  const slot = Buffer.alloc(slotLength);
  magic.copy(slot);
  id.copy(slot, 16);
  slot.writeDoubleBE(counter, 24);
  slot.writeDoubleBE(end, 32);
  slot.writeUInt32BE(crc32(slot.subarray(0, 40)), 40);
  return slot;
}

/** Decodes a slot; undefined if its checksum is wrong. */
export function decodeSlot(bytes: Buffer): Slot | undefined {
  if (bytes.length < slotLength || !isJournal(bytes)) return undefined;
  if (bytes.readUInt32BE(40) !== crc32(bytes.subarray(0, 40))) return undefined;
  return { id: bytes.subarray(16, 24), counter: bytes.readDoubleBE(24), end: bytes.readDoubleBE(32) };
}

/** The checksum covers the journal's id and the position, so that bytes of another place or file are never valid. */
function frameChecksum(id: Buffer, offset: number, header: Uint8Array): number {
  const position = Buffer.alloc(8);
  position.writeDoubleBE(offset);
  return crc32(header, crc32(position, crc32(id)));
}

/** Encodes one commit for this offset; returns the location of each record too. */
export function encodeFrame(id: Buffer, offset: number, operations: Operations) {
  let size = frameHeaderLength;
  for (const value of operations.values()) size += recordHeaderLength + (value?.length ?? 0);
  const bytes = Buffer.allocUnsafe(size);
  const locations = new Map<number, Location | undefined>();
  let at = frameHeaderLength;
  for (const [key, value] of operations) {
    const length = writeRecord(bytes, at, key, value);
    locations.set(key, value && { offset: offset + at, size: length });
    at += length;
  }
  bytes.writeUInt32BE(frameMark, 0);
  bytes.writeUInt32BE(operations.size, 4);
  bytes.writeDoubleBE(size - frameHeaderLength, 8);
  bytes.writeUInt32BE(frameChecksum(id, offset, bytes.subarray(0, 16)), 16);
  return { bytes, locations };
}

function writeRecord(bytes: Buffer, at: number, key: number, value: Buffer | undefined): number {
  const end = at + recordHeaderLength + (value?.length ?? 0);
  bytes.writeUInt8(value ? 1 : 0, at + 4);
  bytes.writeDoubleBE(key, at + 5);
  bytes.writeUInt32BE(value?.length ?? 0, at + 13);
  if (value) bytes.set(value, at + recordHeaderLength);
  bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), at);
  return end - at;
}

/** The length of a frame's records; undefined if these bytes are not the header of a frame. */
export function readBodyLength(header: Buffer, id: Buffer, offset: number): number | undefined {
  if (header.length < frameHeaderLength || header.readUInt32BE(0) !== frameMark) return undefined;
  if (header.readUInt32BE(16) !== frameChecksum(id, offset, header.subarray(0, 16))) return undefined;
  return header.readDoubleBE(8);
}

/** Decodes the record at a position of these bytes; `base` is the offset of the first byte in the file. */
export function decodeRecord(bytes: Buffer, at: number, base: number): JournalRecord {
  const hasHeader = bytes.length >= at + recordHeaderLength;
  const key = hasHeader ? bytes.readDoubleBE(at + 5) : NaN;
  const size = recordHeaderLength + (hasHeader ? bytes.readUInt32BE(at + 13) : 0);
  const isIntact =
    hasHeader && bytes.length >= at + size && bytes.readUInt32BE(at) === crc32(bytes.subarray(at + 4, at + size));
  const value = isIntact && bytes[at + 4] === 1 ? bytes.subarray(at + recordHeaderLength, at + size) : undefined;
  return { key, value, location: { offset: base + at, size }, isIntact };
}
