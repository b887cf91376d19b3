import { Binary, BSONRegExp, Decimal128, Int32, ObjectId, Timestamp } from 'bson';
import { failure } from '../failure';
import { sizeOfValue } from './size';
import type { Doc, Raw, Value } from './value';
import { maxKey, minKey } from './value';

/** Reads a document whose form was checked before. */
export function decode(raw: Raw, from = 0): Doc {
  const made: Doc = new Map();
  eachField(raw, from, (name, value) => made.set(name, value));
  return made;
}

function decodeArray(raw: Raw, from: number): Value[] {
  const made: Value[] = [];
  eachField(raw, from, (_name, value) => made.push(value));
  return made;
}

function eachField(raw: Raw, from: number, take: (name: string, value: Value) => void): void {
  const end = from + raw.readInt32LE(from) - 1;
  let at = from + 4;
  while (at < end) {
    const type = raw[at++]!;
    const start = at;
    let ascii = true;
    for (let byte = raw[at]!; byte !== 0; byte = raw[++at]!) if (byte > 127) ascii = false;
    const name = raw.toString(ascii ? 'latin1' : 'utf8', start, at);
    at += 1;
    take(name, decodeValue(raw, type, at));
    at += sizeOfValue(raw, type, at);
  }
}

type Reader = (raw: Raw, at: number) => Value;

const readers: Record<number, Reader> = {
  1: (raw, at) => raw.readDoubleLE(at),
  2: (raw, at) => raw.toString('utf8', at + 4, at + 3 + raw.readInt32LE(at)),
  3: (raw, at) => decode(raw, at),
  4: (raw, at) => decodeArray(raw, at),
  5: (raw, at) => new Binary(Uint8Array.prototype.slice.call(raw, at + 5, at + 5 + raw.readInt32LE(at)), raw[at + 4]),
  7: (raw, at) => new ObjectId(Uint8Array.prototype.slice.call(raw, at, at + 12)),
  8: (raw, at) => raw[at] === 1,
  9: (raw, at) => new Date(raw.readInt32LE(at + 4) * 4294967296 + raw.readUInt32LE(at)),
  10: () => null,
  11: readRegex,
  16: (raw, at) => new Int32(raw.readInt32LE(at)),
  17: (raw, at) => new Timestamp({ t: raw.readUInt32LE(at + 4), i: raw.readUInt32LE(at) }),
  18: (raw, at) => raw.readBigInt64LE(at),
  19: (raw, at) => new Decimal128(Uint8Array.prototype.slice.call(raw, at, at + 16)),
  127: () => maxKey,
  255: () => minKey,
};

/** Reads one value of the given BSON type. */
export function decodeValue(raw: Raw, type: number, at: number): Value {
  const read = readers[type];
  if (!read) throw failure('BadValue', `BSON type ${type} is not supported`);
  return read(raw, at);
}

function readRegex(raw: Raw, at: number): Value {
  const middle = raw.indexOf(0, at);
  const end = raw.indexOf(0, middle + 1);
  return new BSONRegExp(raw.toString('utf8', at, middle), raw.toString('utf8', middle + 1, end));
}
