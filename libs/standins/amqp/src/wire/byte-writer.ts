import { AmqpError } from './amqp-error';

export type ByteWriter = { buffer: Buffer; offset: number };

/** A buffer that grows as it is written. */
export function createByteWriter(size = 256): ByteWriter {
  return { buffer: Buffer.allocUnsafe(size), offset: 0 };
}

/** Reserves `length` bytes and returns where they begin. */
export function reserve(writer: ByteWriter, length: number): number {
  const start = writer.offset;
  const needed = start + length;
  if (needed > writer.buffer.length) {
    const bigger = Buffer.allocUnsafe(Math.max(needed, writer.buffer.length * 2));
    writer.buffer.copy(bigger, 0, 0, start);
    writer.buffer = bigger;
  }
  writer.offset = needed;
  return start;
}

/** Writes one octet. */
export function writeOctet(writer: ByteWriter, value: number): void {
  const start = reserve(writer, 1);
  writer.buffer[start] = value;
}

/** All bytes written so far. */
export function written(writer: ByteWriter): Buffer {
  return writer.buffer.subarray(0, writer.offset);
}

/** Writes a string of up to 255 bytes. */
export function writeShortString(writer: ByteWriter, value: string): void {
  const length = Buffer.byteLength(value);
  if (length > 255) throw new AmqpError(541, 'a short string is longer than 255 bytes');
  const start = reserve(writer, length + 1);
  writer.buffer[start] = length;
  writer.buffer.write(value, start + 1, 'utf8');
}

/** Writes bytes after their 32-bit length. */
export function writeLongString(writer: ByteWriter, value: Buffer): void {
  const start = reserve(writer, value.length + 4);
  writer.buffer.writeUInt32BE(value.length, start);
  value.copy(writer.buffer, start + 4);
}
