import { AmqpError } from './amqp-error';

export type ByteReader = { readonly buffer: Buffer; offset: number };

/** The next `length` bytes; throws a syntax error if the frame ends before them. */
export function takeBytes(reader: ByteReader, length: number): Buffer {
  const end = reader.offset + length;
  if (end > reader.buffer.length) throw new AmqpError(502, 'a field is longer than its frame');
  const bytes = reader.buffer.subarray(reader.offset, end);
  reader.offset = end;
  return bytes;
}

/** Skips `length` bytes and returns where they began. */
export function advance(reader: ByteReader, length: number): number {
  const start = reader.offset;
  if (start + length > reader.buffer.length) throw new AmqpError(502, 'a field is longer than its frame');
  reader.offset = start + length;
  return start;
}

/** A string of up to 255 bytes. */
export function readShortString(reader: ByteReader): string {
  const length = reader.buffer[advance(reader, 1)] ?? 0;
  const start = advance(reader, length);
  return reader.buffer.toString('utf8', start, start + length);
}

/** Bytes after a 32-bit length. */
export function readLongString(reader: ByteReader): Buffer {
  return takeBytes(reader, reader.buffer.readUInt32BE(advance(reader, 4)));
}
