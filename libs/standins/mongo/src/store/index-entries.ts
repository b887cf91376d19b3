import type { Doc, Raw } from '../bson/value';
import { fieldOf } from '../bson/raw';
import { compareText } from '../compare';
import { failure } from '../failure';
import type { Filter } from '../match/filter';
import { matches } from '../match/matches';
import { walkPath } from '../path';
import { showDoc } from '../show';
import type { KeyField } from './index-keys';
import { keysOf } from './index-keys';
import type { OrderedIndex } from './ordered-index';
import { addEntry, fillOrderedIndex, firstRecord, removeEntry } from './ordered-index';
import type { Value } from '../bson/value';

/** An index: its description as clients see it, what it means, and its entries. */
export type Index = {
  name: string;
  spec: Doc;
  key: Doc;
  fields: KeyField[];
  unique: boolean;
  sparse: boolean;
  partial: Filter | undefined;
  expireAfterSeconds: number | undefined;
  /** Positions of fields that held an array in some document. */
  arrays: Set<number>;
  entries: OrderedIndex;
};

const none: string[] = [];

/** The keys a document has in an index; none if it is not filed there. */
export function indexedKeys(index: Index, raw: Raw): string[] {
  if (index.partial && !matches(index.partial, raw)) return none;
  const { keys, arrays, missing } = keysOf(raw, index.fields);
  if (index.sparse && missing === index.fields.length) return none;
  for (const position of arrays) index.arrays.add(position);
  return keys;
}

/** Throws if a unique index holds one of the keys for another record. */
export function refuseDuplicates(
  namespace: string,
  index: Index,
  keys: readonly string[],
  record: number,
  raw: Raw,
): void {
  if (!index.unique) return;
  for (const key of keys) {
    const present = firstRecord(index.entries, key);
    if (present !== undefined && present !== record) throw duplicate(namespace, index, key, raw);
  }
}

function duplicate(namespace: string, index: Index, key: string, raw: Raw): Error {
  const values = duplicateValues(index, key, raw);
  const fields = index.fields.map(({ path }, i) => [path, values[i]!] as const);
  return failure(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: ${showDoc(fields)}`,
    { keyPattern: index.key, keyValue: new Map(fields) },
  );
}

/** The values behind a key: the document's own, and of an array the element that gave the key. */
function duplicateValues(index: Index, key: string, raw: Raw): Value[] {
  const choices = index.fields.map((field) => {
    const values: Value[] = [];
    walkPath(raw, field.parts, true, (value) => void values.push(value ?? null) as never);
    return values.length > 0 ? values : [null as Value];
  });
  const whole: Value[] = choices.map((values) => values[0]!);
  for (let i = 0; i < choices.length; i++)
    for (const value of choices[i]!) {
      const tried = whole.with(i, value);
      const pretended: Doc = new Map(index.fields.map((field, at) => [field.path, tried[at]!]));
      const flat = index.fields.map((field) => ({ ...field, parts: [field.path] }));
      if (keysOf(pretended, flat).keys.includes(key)) return tried;
    }
  return whole;
}

/** Changes a record's entries from one set of keys to another. */
export function moveEntries(index: Index, from: readonly string[], to: readonly string[], record: number): void {
  if (from.length === 1 && to.length === 1 && from[0] === to[0]) return;
  for (const key of from) if (!to.includes(key)) removeEntry(index.entries, key, record);
  for (const key of to) if (!from.includes(key)) addEntry(index.entries, key, record);
}

/** Files all records at once: sorted first, then laid down leaf by leaf. */
export function fileAll(namespace: string, index: Index, records: ReadonlyMap<number, Raw>): void {
  const pairs: { key: string; record: number }[] = [];
  for (const [record, raw] of records) for (const key of indexedKeys(index, raw)) pairs.push({ key, record });
  pairs.sort((a, b) => compareText(a.key, b.key) || a.record - b.record);
  if (index.unique)
    for (let i = 1; i < pairs.length; i++)
      if (pairs[i]!.key === pairs[i - 1]!.key)
        throw duplicate(namespace, index, pairs[i]!.key, records.get(pairs[i]!.record)!);
  index.entries = fillOrderedIndex(
    pairs.map(({ key }) => key),
    pairs.map(({ record }) => record),
  );
}

/** The _id of a document still in bytes. */
export function idOf(raw: Raw): Value {
  return fieldOf(raw, '_id') ?? null;
}
