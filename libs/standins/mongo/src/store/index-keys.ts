import type { Doc, Raw, Value } from '../bson/value';
import { isDoc, undefinedValue } from '../bson/value';
import { fieldOf } from '../bson/raw';
import { encodeKey, invertKey } from '../encode-key';
import { failure } from '../failure';
import { partsOf, positionOf } from '../path';

/** One field of an index or of a sort. */
export type KeyField = { path: string; parts: string[]; descending: boolean };

/** What a document is filed under; `arrays` are the fields for which it has more than one value. */
export type Keys = { keys: string[]; arrays: number[]; missing: number };

type Pending = { value: Value | undefined; parts: string[]; at: number; prefix: string };

/** The fields of a key pattern such as { a: 1, 'b.c': -1 }. */
export function keyFields(
  pattern: Iterable<readonly [string, Value]>,
  isDescending: (v: Value) => boolean,
): KeyField[] {
  return [...pattern].map(([path, value]) => ({ path, parts: partsOf(path), descending: isDescending(value) }));
}

/** All keys of a document under the given fields, in BSON order; arrays give a key per element. */
export function keysOf(source: Doc | Raw, fields: readonly KeyField[], parallel = parallelIndexed): Keys {
  const arrays = new Set<number>();
  const found = new Set<string>();
  const start = fields.map((field) => descend(fieldOf(source, field.parts[0]!), field.parts, 1, field.parts[0]!));
  expand(start, fields, arrays, found, parallel);
  const missing = start.filter((field) => field.value === undefined).length;
  return { keys: [...found], arrays: [...arrays], missing };
}

function parallelIndexed(first: string, second: string): Error {
  return failure('CannotIndexParallelArrays', `cannot index parallel arrays [${second}] [${first}]`);
}

/** Follows the path to its end or to the first array. */
function descend(value: Value | undefined, parts: string[], from: number, prefix: string): Pending {
  let at = from;
  let here = value;
  let where = prefix;
  while (at < parts.length && !Array.isArray(here)) {
    here = isDoc(here) ? here.get(parts[at]!) : undefined;
    where += `.${parts[at]!}`;
    at += 1;
  }
  const named = Array.isArray(here) ? positionOf(parts[at]) : undefined;
  if (named !== undefined && Array.isArray(here) && !here.some((e) => isDoc(e) && e.has(parts[at]!)))
    return descend(here[named], parts, at + 1, `${where}.${named}`);
  return { value: here, parts, at, prefix: where };
}

function expand(
  pending: readonly Pending[],
  fields: readonly KeyField[],
  arrays: Set<number>,
  found: Set<string>,
  parallel: (first: string, second: string) => Error,
): void {
  const array = pending.find((field) => Array.isArray(field.value) && !isWhole(field));
  if (!array) {
    found.add(pending.map((field, i) => component(field.value, fields[i]!.descending)).join(''));
    return;
  }
  const other = pending.find((f) => Array.isArray(f.value) && !isWhole(f) && f.prefix !== array.prefix);
  if (other) throw parallel(array.prefix, other.prefix);
  pending.forEach((field, i) => field.prefix === array.prefix && Array.isArray(field.value) && arrays.add(i));
  const values = array.value as Value[];
  const elements = values.length > 0 ? values : [undefined];
  for (const element of elements) {
    const next = pending.map((field) => (field.prefix === array.prefix ? enter(field, element) : field));
    expand(next, fields, arrays, found, parallel);
  }
}

/** Marks an array that is filed as a whole, because it was itself an element of one. */
const whole = '\0whole';

function isWhole(field: Pending): boolean {
  return field.prefix.endsWith(whole);
}

function enter(field: Pending, element: Value | undefined): Pending {
  if (field.at === field.parts.length) {
    const value = element === undefined ? undefinedValue : element;
    return { ...field, value, prefix: field.prefix + whole };
  }
  if (!isDoc(element)) return { ...field, value: undefined, at: field.parts.length, prefix: field.prefix + whole };
  const part = field.parts[field.at]!;
  return descend(element.get(part), field.parts, field.at + 1, `${field.prefix}.${part}`);
}

function component(value: Value | undefined, descending: boolean): string {
  const key = encodeKey(value ?? null);
  return descending ? invertKey(key) : key;
}
