import { Binary, BSONRegExp, Decimal128, Int32, ObjectId, Timestamp } from 'bson';
import type { Value } from './bson/value';
import { isDoc } from './bson/value';

/** A value as MongoDB writes it in its error messages. */
export function show(value: Value | undefined): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (typeof value === 'symbol') return value.description ?? '';
  if (Array.isArray(value)) return value.length > 0 ? `[ ${value.map(show).join(', ')} ]` : '[]';
  if (isDoc(value)) return showDoc([...value]);
  return showRare(value);
}

function showRare(value: Exclude<Value, undefined>): string {
  if (value instanceof Int32) return String(value.value);
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof Decimal128) return `Decimal128('${value.toString()}')`;
  if (value instanceof BSONRegExp) return `/${value.pattern}/${value.options}`;
  if (value instanceof Timestamp) return `Timestamp(${value.t}, ${value.i})`;
  if (value instanceof Binary) return `BinData(${value.sub_type}, ${value.toString('hex').toUpperCase()})`;
  return String(value);
}

/** The same for named values: { a: 1, b: "x" }. */
export function showDoc(fields: readonly (readonly [string, Value | undefined])[]): string {
  if (fields.length === 0) return '{}';
  return `{ ${fields.map(([name, value]) => `${name}: ${show(value)}`).join(', ')} }`;
}
