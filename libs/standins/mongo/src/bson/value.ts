import { Binary, BSONRegExp, Decimal128, Int32, ObjectId, Timestamp } from 'bson';

/** A decoded document. A Map, because objects reorder fields named like numbers. */
export type Doc = Map<string, Value>;

/** A document or a part of one still in its BSON bytes; never written to after it was made. */
export type Raw = Buffer;

/** BSON's deprecated undefined, which is what an index holds for an empty array. */
export const undefinedValue = Symbol('undefined');
export const minKey = Symbol('minKey');
export const maxKey = Symbol('maxKey');

/** Double is number, Int32 stays Int32 and Long is bigint, so that types survive the round trip. */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | symbol
  | Date
  | Int32
  | Decimal128
  | ObjectId
  | Binary
  | BSONRegExp
  | Timestamp
  | Doc
  | Value[];

/** What a reply may hold: values, and documents that are encoded already. */
export type Encodable = Value | Raw | Encodable[] | Map<string, Encodable>;

export type Kind =
  | 'double'
  | 'string'
  | 'object'
  | 'array'
  | 'binData'
  | 'undefined'
  | 'objectId'
  | 'bool'
  | 'date'
  | 'null'
  | 'regex'
  | 'int'
  | 'timestamp'
  | 'long'
  | 'decimal'
  | 'minKey'
  | 'maxKey';

const objectKinds = new Map<unknown, Kind>([
  [Map, 'object'],
  [Array, 'array'],
  [Date, 'date'],
  [Int32, 'int'],
  [Decimal128, 'decimal'],
  [ObjectId, 'objectId'],
  [Binary, 'binData'],
  [BSONRegExp, 'regex'],
  [Timestamp, 'timestamp'],
]);

const sentinelKinds = new Map<Value, Kind>([
  [undefinedValue, 'undefined'],
  [minKey, 'minKey'],
  [maxKey, 'maxKey'],
]);

/** MongoDB's alias of the value's type. */
export function kindOf(value: Value): Kind {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
      return 'double';
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'long';
    case 'symbol':
      return sentinelKinds.get(value) ?? 'undefined';
    default:
      return value === null ? 'null' : (objectKinds.get(value.constructor) ?? 'object');
  }
}

/** True for documents, not for arrays. */
export function isDoc(value: unknown): value is Doc {
  return value instanceof Map;
}

/** The value as a JS number when it is any of the four numeric types. */
export function asNumber(value: Value | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (value instanceof Int32) return value.value;
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Decimal128 ? Number(value.toString()) : undefined;
}

/** A document of plain replies; numbers that are whole become Int32. */
export function doc(fields: Record<string, unknown>): Map<string, Encodable> {
  const made = new Map<string, Encodable>();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) made.set(name, plain(value));
  return made;
}

function plain(value: unknown): Encodable {
  if (typeof value === 'number') return fitsInt32(value) ? new Int32(value) : value;
  if (Array.isArray(value)) return value.map(plain);
  const bare = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return bare ? doc(value as Record<string, unknown>) : (value as Encodable);
}

/** Whether a number can be stored as Int32. */
export function fitsInt32(value: number): boolean {
  return Number.isInteger(value) && value >= -2147483648 && value <= 2147483647;
}

/** A whole number as Int32 if it fits, else as Long. */
export function wholeNumber(value: number): Value {
  return fitsInt32(value) ? new Int32(value) : BigInt(value);
}
