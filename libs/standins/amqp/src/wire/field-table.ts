import { AmqpError } from './amqp-error';
import { advance, readLongString, readShortString, takeBytes, type ByteReader } from './byte-reader';
import {
  createByteWriter,
  reserve,
  writeLongString,
  writeOctet,
  writeShortString,
  written,
  type ByteWriter,
} from './byte-writer';

export type FieldValue = boolean | number | bigint | Buffer | Table | Field[] | null;

/** A value with its type on the wire: a table that is read and written again has the same bytes. */
export type Field = { readonly type: string; readonly value: FieldValue };
export type Table = Map<string, Field>;

type NumberCodec = {
  size: number;
  read(buffer: Buffer, at: number): number | bigint;
  write(buffer: Buffer, value: number, at: number): void;
};

const numbers: Record<string, NumberCodec> = {
  b: { size: 1, read: (from, at) => from.readInt8(at), write: (to, value, at) => to.writeInt8(value, at) },
  B: { size: 1, read: (from, at) => from.readUInt8(at), write: (to, value, at) => to.writeUInt8(value, at) },
  s: { size: 2, read: (from, at) => from.readInt16BE(at), write: (to, value, at) => to.writeInt16BE(value, at) },
  u: { size: 2, read: (from, at) => from.readUInt16BE(at), write: (to, value, at) => to.writeUInt16BE(value, at) },
  I: { size: 4, read: (from, at) => from.readInt32BE(at), write: (to, value, at) => to.writeInt32BE(value, at) },
  i: { size: 4, read: (from, at) => from.readUInt32BE(at), write: (to, value, at) => to.writeUInt32BE(value, at) },
  l: {
    size: 8,
    read: (from, at) => from.readBigInt64BE(at),
    write: (to, value, at) => to.writeBigInt64BE(BigInt(value), at),
  },
  T: {
    size: 8,
    read: (from, at) => from.readBigUInt64BE(at),
    write: (to, value, at) => to.writeBigUInt64BE(BigInt(value), at),
  },
  f: { size: 4, read: (from, at) => from.readFloatBE(at), write: (to, value, at) => to.writeFloatBE(value, at) },
  d: { size: 8, read: (from, at) => from.readDoubleBE(at), write: (to, value, at) => to.writeDoubleBE(value, at) },
};

const maxNesting = 64;

function readArray(bytes: Buffer, depth: number): Field[] {
  const reader = { buffer: bytes, offset: 0 };
  const fields: Field[] = [];
  while (reader.offset < bytes.length) fields.push(readField(reader, depth));
  return fields;
}

function parseTable(bytes: Buffer, depth: number): Table {
  if (depth > maxNesting) throw new AmqpError(502, 'a table is nested too deeply');
  const reader = { buffer: bytes, offset: 0 };
  const table: Table = new Map();
  while (reader.offset < bytes.length) {
    const name = readShortString(reader);
    table.set(name, readField(reader, depth));
  }
  return table;
}

function readField(reader: ByteReader, depth: number): Field {
  const type = String.fromCharCode(reader.buffer[advance(reader, 1)] ?? 0);
  return { type, value: readValue(reader, type, depth) };
}

function readValue(reader: ByteReader, type: string, depth: number): FieldValue {
  const codec = numbers[type];
  if (codec) return codec.read(reader.buffer, advance(reader, codec.size));
  switch (type) {
    case 'S':
    case 'x':
      return Buffer.from(readLongString(reader));
    case 't':
      return reader.buffer[advance(reader, 1)] !== 0;
    case 'F':
      return parseTable(readLongString(reader), depth + 1);
    case 'A':
      return readArray(readLongString(reader), depth + 1);
    case 'D':
      return Buffer.from(takeBytes(reader, 5));
    case 'V':
      return null;
    default:
      throw new AmqpError(502, `unknown field type ${JSON.stringify(type)} in a table`);
  }
}

/** Reads a table after its 32-bit length. */
export function readTable(reader: ByteReader): Table {
  return parseTable(readLongString(reader), 0);
}

function writeBytes(writer: ByteWriter, bytes: Buffer): void {
  const start = reserve(writer, bytes.length);
  bytes.copy(writer.buffer, start);
}

function writeField(writer: ByteWriter, { type, value }: Field): void {
  writeOctet(writer, type.charCodeAt(0));
  const codec = numbers[type];
  if (codec) {
    const start = reserve(writer, codec.size);
    codec.write(writer.buffer, value as number, start);
  } else if (type === 't') writeOctet(writer, value ? 1 : 0);
  else if (value instanceof Map) writeTable(writer, value);
  else if (Array.isArray(value)) writeLongString(writer, arrayBytes(value));
  else if (Buffer.isBuffer(value)) (type === 'D' ? writeBytes : writeLongString)(writer, value);
}

function arrayBytes(fields: Field[]): Buffer {
  const writer = createByteWriter();
  for (const field of fields) writeField(writer, field);
  return written(writer);
}

/** Writes a table after its 32-bit length. */
export function writeTable(writer: ByteWriter, table: Table): void {
  const inner = createByteWriter();
  for (const [name, field] of table) {
    writeShortString(inner, name);
    writeField(inner, field);
  }
  writeLongString(writer, written(inner));
}

/** A field of type long string. */
export function textField(text: string): Field {
  return { type: 'S', value: Buffer.from(text) };
}

/** The text of a field; undefined unless it is a long string. */
export function textOf(field: Field | undefined): string | undefined {
  return field?.type === 'S' ? String(field.value) : undefined;
}
