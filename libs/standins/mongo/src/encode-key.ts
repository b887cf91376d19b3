import type { Binary, BSONRegExp, ObjectId, Timestamp } from 'bson';
import type { Kind, Value } from './bson/value';
import { asNumber, kindOf } from './bson/value';

/**
 * One byte per type, in MongoDB's order of types. An encoded value begins with it, none is the prefix of another, and
 * comparing two encoded values byte by byte (latin1 strings with < and >) is comparing the values.
 */
export const orderOf: Record<Kind, number> = {
  minKey: 1,
  undefined: 2,
  null: 5,
  double: 10,
  int: 10,
  long: 10,
  decimal: 10,
  string: 15,
  object: 20,
  array: 25,
  binData: 30,
  objectId: 35,
  bool: 40,
  date: 45,
  timestamp: 47,
  regex: 50,
  maxKey: 127,
};

const typeBytes = Object.fromEntries(
  Object.entries(orderOf).map(([kind, order]) => [kind, String.fromCharCode(order)]),
) as Record<Kind, string>;

/** The order-preserving key of a value. */
export function encodeKey(value: Value): string {
  const kind = kindOf(value);
  return typeBytes[kind] + body(kind, value);
}

const bodies: { [kind in Kind]?: (value: never) => string } = {
  double: encodeDouble,
  int: (value: Value) => encodeDouble(asNumber(value) ?? 0),
  long: encodeLong,
  decimal: (value: Value) => encodeDouble(asNumber(value) ?? 0),
  string: encodeText,
  object: encodeDocument,
  array: (values: Value[]) => `${values.map(encodeKey).join('')}\0`,
  binData: encodeBinary,
  objectId: (value: ObjectId) => latin1(value.id),
  bool: (value: boolean) => (value ? '\x01' : '\x00'),
  date: (value: Date) => encodeDouble(value.getTime()),
  timestamp: encodeTimestamp,
  regex: (value: BSONRegExp) => encodeText(value.pattern) + encodeText(value.options),
};

function body(kind: Kind, value: Value): string {
  return bodies[kind]?.(value as never) ?? '';
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

const scratch = Buffer.alloc(9);
scratch[8] = 0x80;

/** NaN comes before all numbers; the ninth byte leaves room for longs between two doubles. */
function encodeDouble(value: number): string {
  if (Number.isNaN(value)) return '\0\0\0\0\0\0\0\0\x80';
  scratch.writeDoubleBE(value === 0 ? 0 : value, 0);
  flipSign(scratch);
  return scratch.toString('latin1', 0, 9);
}

function flipSign(bytes: Buffer): void {
  if (bytes[0]! < 0x80) bytes[0]! |= 0x80;
  else for (let i = 0; i < 8; i++) bytes[i] = ~bytes[i]! & 0xff;
}

function encodeLong(value: bigint): string {
  const near = Number(value);
  const difference = Number(value - BigInt(near));
  const exact = encodeDouble(near);
  if (difference === 0) return exact;
  const rest = difference + (difference < 0 ? 65536 : 0);
  return exact.slice(0, 8) + String.fromCharCode(difference < 0 ? 0x7f : 0x81, rest >> 8, rest & 0xff);
}

/** UTF-8 bytes; a zero byte is written 00 FF, the end 00 01. */
function encodeText(value: string): string {
  return `${textBytes(value)}\0\x01`;
}

/** The bytes of a text without its end, which all texts beginning with it share. */
export function textBytes(value: string): string {
  let plain = true;
  for (let i = 0; i < value.length && plain; i++) plain = value.charCodeAt(i) < 128 && value.charCodeAt(i) > 0;
  return plain ? value : Buffer.from(value, 'utf8').toString('latin1').replaceAll('\0', '\0\xff');
}

function encodeDocument(document: Map<string, Value>): string {
  let made = '';
  for (const [name, value] of document) {
    const kind = kindOf(value);
    made += typeBytes[kind] + encodeText(name) + body(kind, value);
  }
  return `${made}\0`;
}

function encodeBinary(value: Binary): string {
  const content = value.buffer.subarray(0, value.position);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(content.length);
  head[4] = value.sub_type;
  return head.toString('latin1') + latin1(content);
}

function encodeTimestamp(value: Timestamp): string {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(value.t >>> 0, 0);
  bytes.writeUInt32BE(value.i >>> 0, 4);
  return bytes.toString('latin1');
}

/** The same key for a descending field: the order of its bytes turned round. */
export function invertKey(key: string): string {
  const bytes = Buffer.from(key, 'latin1');
  for (let i = 0; i < bytes.length; i++) bytes[i] = ~bytes[i]! & 0xff;
  return bytes.toString('latin1');
}

/** The smallest text that is greater than every text beginning with this one. */
export function afterPrefix(prefix: string): string {
  let end = prefix.length;
  while (end > 0 && prefix.charCodeAt(end - 1) === 0xff) end--;
  return end === 0 ? '\u0100' : prefix.slice(0, end - 1) + String.fromCharCode(prefix.charCodeAt(end - 1) + 1);
}
