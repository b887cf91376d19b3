import type { Binary, BSONRegExp, Decimal128, Int32, ObjectId, Timestamp } from 'bson';
import { failure } from '../failure';
import type { Encodable, Kind, Raw, Value } from './value';
import { kindOf } from './value';

// One buffer for all encoding: it is filled and copied out within one synchronous call.
let page = Buffer.allocUnsafeSlow(1 << 20);
let used = 0;

/** The BSON bytes of a document. */
export function encode(document: Map<string, Encodable>): Raw {
  used = 0;
  writeDocument(document);
  const made = Buffer.from(page.subarray(0, used));
  if (page.length > 1 << 25) page = Buffer.allocUnsafeSlow(1 << 20);
  return made;
}

function room(size: number): void {
  if (used + size <= page.length) return;
  const bigger = Buffer.allocUnsafeSlow(Math.max(page.length * 2, used + size));
  page.copy(bigger, 0, 0, used);
  page = bigger;
}

function writeDocument(document: Map<string, Encodable>): void {
  const start = open();
  for (const [name, value] of document) writeField(name, value);
  close(start);
}

function writeArray(values: readonly Encodable[]): void {
  const start = open();
  for (let i = 0; i < values.length; i++) writeField(String(i), values[i]!);
  close(start);
}

function open(): number {
  room(4);
  used += 4;
  return used - 4;
}

function close(start: number): void {
  room(1);
  page[used++] = 0;
  page.writeInt32LE(used - start, start);
}

function writeField(name: string, value: Encodable): void {
  room(name.length * 3 + 32);
  const typeAt = used++;
  used += page.write(name, used, 'utf8');
  page[used++] = 0;
  if (value instanceof Uint8Array) {
    page[typeAt] = 3;
    bytes(value);
    return;
  }
  const kind = kindOf(value as Value);
  const writer = writers[kind];
  if (!writer) throw failure('BadValue', `a value of type ${kind} cannot be stored`);
  page[typeAt] = writer.type;
  writer.write(value as never);
}

function bytes(source: Uint8Array): void {
  room(source.length);
  page.set(source, used);
  used += source.length;
}

function text(value: string): void {
  room(value.length * 3 + 5);
  const size = page.write(value, used + 4, 'utf8') + 1;
  page.writeInt32LE(size, used);
  used += size + 4;
  page[used - 1] = 0;
}

function cstring(value: string): void {
  room(value.length * 3 + 1);
  used += page.write(value, used, 'utf8');
  page[used++] = 0;
}

const nothing = () => undefined;
const writers: { [kind in Kind]?: { type: number; write(value: never): void } } = {
  double: { type: 1, write: (value: number) => void (used = page.writeDoubleLE(value, used)) },
  string: { type: 2, write: text },
  object: { type: 3, write: writeDocument },
  array: { type: 4, write: writeArray },
  binData: { type: 5, write: writeBinary },
  objectId: { type: 7, write: (value: ObjectId) => bytes(value.id) },
  bool: { type: 8, write: (value: boolean) => void (page[used++] = value ? 1 : 0) },
  date: { type: 9, write: writeDate },
  null: { type: 10, write: nothing },
  regex: { type: 11, write: writeRegex },
  int: { type: 16, write: (value: Int32) => void (used = page.writeInt32LE(value.value, used)) },
  timestamp: { type: 17, write: writeTimestamp },
  long: { type: 18, write: (value: bigint) => void (used = page.writeBigInt64LE(value, used)) },
  decimal: { type: 19, write: (value: Decimal128) => bytes(value.bytes) },
  minKey: { type: 255, write: nothing },
  maxKey: { type: 127, write: nothing },
};

function writeBinary(value: Binary): void {
  const content = value.buffer.subarray(0, value.position);
  room(5);
  used = page.writeInt32LE(content.length, used);
  page[used++] = value.sub_type;
  bytes(content);
}

function writeRegex(value: BSONRegExp): void {
  cstring(value.pattern);
  cstring(value.options);
}

function writeDate(value: Date): void {
  const time = value.getTime();
  if (Number.isNaN(time)) throw failure('BadValue', 'a date lies outside what this server can keep');
  const high = Math.floor(time / 4294967296);
  page.writeUInt32LE(time - high * 4294967296, used);
  page.writeInt32LE(high, used + 4);
  used += 8;
}

function writeTimestamp(value: Timestamp): void {
  page.writeUInt32LE(value.i >>> 0, used);
  page.writeUInt32LE(value.t >>> 0, used + 4);
  used += 8;
}
