import { AmqpError } from './amqp-error';
import { advance, readLongString, readShortString, type ByteReader } from './byte-reader';
import {
  createByteWriter,
  reserve,
  writeLongString,
  writeOctet,
  writeShortString,
  written,
  type ByteWriter,
} from './byte-writer';
import { readTable, writeTable, type Table } from './field-table';
import { methods, type FieldKind, type MethodName } from './method-table';

type ValueOf = {
  bit: boolean;
  octet: number;
  short: number;
  long: number;
  longlong: number;
  shortstr: string;
  longstr: Buffer;
  table: Table;
};
type FieldsOf<N extends MethodName> = (typeof methods)[N]['fields'];
export type Arguments<N extends MethodName> = {
  -readonly [K in keyof FieldsOf<N>]: FieldsOf<N>[K] extends FieldKind ? ValueOf[FieldsOf<N>[K]] : never;
};
export type Method = { [N in MethodName]: { readonly name: N; readonly args: Arguments<N> } }[MethodName];
type Value = ValueOf[FieldKind];
/** A method's numbers as one header word, and its fields in wire order. */
type Shape = { name: MethodName; header: number; fields: [string, FieldKind][] };

const shapes = new Map<number, Shape>();
const shapesByName = new Map<MethodName, Shape>();
for (const [name, { classId, methodId, fields }] of Object.entries(methods)) {
  const shape = { name: name as MethodName, header: classId * 65_536 + methodId, fields: Object.entries(fields) };
  shapes.set(shape.header, shape);
  shapesByName.set(shape.name, shape);
}

const readers: Record<Exclude<FieldKind, 'bit'>, (reader: ByteReader) => Value> = {
  octet: (reader) => reader.buffer.readUInt8(advance(reader, 1)),
  short: (reader) => reader.buffer.readUInt16BE(advance(reader, 2)),
  long: (reader) => reader.buffer.readUInt32BE(advance(reader, 4)),
  longlong: (reader) => Number(reader.buffer.readBigUInt64BE(advance(reader, 8))),
  shortstr: readShortString,
  longstr: (reader) => Buffer.from(readLongString(reader)),
  table: readTable,
};

/** Decodes the payload of a method frame. Consecutive bits share one octet. */
export function decodeMethod(payload: Buffer): Method {
  const reader = { buffer: payload, offset: 0 };
  const header = payload.readUInt32BE(advance(reader, 4));
  const shape = shapes.get(header);
  if (!shape) throw new AmqpError(503, `unknown method ${header >>> 16}.${header & 0xffff}`);
  const args: Record<string, Value> = Object.create(null);
  let bits = 0;
  let mask = 0;
  for (const [name, kind] of shape.fields) {
    if (kind !== 'bit') {
      mask = 0;
      args[name] = readers[kind](reader);
      continue;
    }
    if (mask === 0) {
      bits = payload.readUInt8(advance(reader, 1));
      mask = 1;
    }
    args[name] = (bits & mask) !== 0;
    mask = (mask << 1) & 0xff;
  }
  return { name: shape.name, args } as unknown as Method;
}

function writeLongLong(writer: ByteWriter, value: number): void {
  const start = reserve(writer, 8);
  writer.buffer.writeUInt32BE(Math.floor(value / 0x1_0000_0000), start);
  writer.buffer.writeUInt32BE(value % 0x1_0000_0000, start + 4);
}

const writers: { [K in Exclude<FieldKind, 'bit'>]: (writer: ByteWriter, value: ValueOf[K]) => void } = {
  octet: writeOctet,
  short: (writer, value) => {
    const start = reserve(writer, 2);
    writer.buffer.writeUInt16BE(value, start);
  },
  long: (writer, value) => {
    const start = reserve(writer, 4);
    writer.buffer.writeUInt32BE(value, start);
  },
  longlong: writeLongLong,
  shortstr: writeShortString,
  longstr: writeLongString,
  table: writeTable,
};

/** Encodes the payload of a method frame. */
export function encodeMethod<N extends MethodName>(name: N, args: Arguments<N>): Buffer {
  const shape = shapesByName.get(name) as Shape;
  const values = args as Record<string, Value>;
  const writer = createByteWriter();
  writers.long(writer, shape.header);
  let mask = 0;
  for (const [field, kind] of shape.fields) {
    if (kind !== 'bit') {
      mask = 0;
      (writers[kind] as (writer: ByteWriter, value: Value) => void)(writer, values[field] as Value);
      continue;
    }
    if (mask === 0) {
      writeOctet(writer, 0);
      mask = 1;
    }
    if (values[field]) writer.buffer[writer.offset - 1]! |= mask;
    mask = (mask << 1) & 0xff;
  }
  return written(writer);
}
