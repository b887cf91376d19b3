import { AmqpError } from './amqp-error';

export type ByteReader = { readonly buffer: Buffer; offset: number };

/** The next `length` bytes; throws a syntax error when the peer announced more than it sent. */
export function takeBytes(reader: ByteReader, length: number): Buffer {
  const end = reader.offset + length;
  if (end > reader.buffer.length) throw new AmqpError(502, 'a field is longer than its frame');
  const bytes = reader.buffer.subarray(reader.offset, end);
  reader.offset = end;
  return bytes;
}

/** Moves past `length` bytes and answers where they began. */
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

/** Bytes with a 32-bit length before them. */
export function readLongString(reader: ByteReader): Buffer {
  return takeBytes(reader, reader.buffer.readUInt32BE(advance(reader, 4)));
}
