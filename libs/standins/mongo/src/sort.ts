import type { Doc, Raw, Value } from './bson/value';
import { asNumber } from './bson/value';
import { compareText } from './compare';
import { failure } from './failure';
import type { KeyField } from './store/index-keys';
import { keyFields, keysOf } from './store/index-keys';

/** The fields of a sort document; directions other than 1 and -1 are refused. */
export function sortFields(sort: Doc): KeyField[] {
  for (const path of sort.keys()) {
    if (path === '') throw failure('BadValue', 'FieldPath cannot be constructed with empty string');
    if (path.startsWith('$')) throw failure('BadValue', `FieldPath field names may not start with '$'. Given ${path}`);
  }
  return keyFields(sort, isDescending);
}

function isDescending(direction: Value): boolean {
  const number = asNumber(direction);
  if (number === 1) return false;
  if (number === -1) return true;
  throw failure('BadValue', `Illegal key in $sort specification: ${String(number ?? direction)}`);
}

/** What a document is sorted by: the smallest of its keys, as an index in that order would have it. */
export function sortKey(source: Doc | Raw, fields: readonly KeyField[]): string {
  const { keys } = keysOf(source, fields, parallelSorted);
  return keys.length === 1 ? keys[0]! : keys.reduce((least, key) => (key < least ? key : least));
}

function parallelSorted(): Error {
  return failure('BadValue', 'cannot sort with keys that are parallel arrays');
}

/** Sorts documents; equal ones keep their order. */
export function sortDocuments<T extends Doc | Raw>(documents: Iterable<T>, fields: readonly KeyField[]): T[] {
  const keyed: { key: string; document: T }[] = [];
  for (const document of documents) keyed.push({ key: sortKey(document, fields), document });
  return keyed.sort((a, b) => compareText(a.key, b.key)).map(({ document }) => document);
}
