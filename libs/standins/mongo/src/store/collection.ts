import { ObjectId } from 'bson';
import { checkDocument, fieldBytes, fieldOf } from '../bson/raw';
import { encode } from '../bson/encode';
import type { Raw } from '../bson/value';
import { kindOf } from '../bson/value';
import { failure, MongoFailure } from '../failure';
import type { Index } from './index-entries';
import { fileAll, indexedKeys, moveEntries, refuseDuplicates } from './index-entries';
import { addEntry, removeEntry } from './ordered-index';
import type { Storage } from './storage';

/** Documents by record number, which grows in the order of insertion, and their indexes; the first is _id_. */
export type Collection = {
  id: number;
  database: string;
  name: string;
  namespace: string;
  records: Map<number, Raw>;
  nextRecord: number;
  indexes: Index[];
};

const maxBytes = 16 * 1024 * 1024;

/** Checks a document to be stored and puts its _id first, made new if there is none. */
export function storable(given: Raw): Raw {
  checkDocument(given);
  const id = fieldOf(given, '_id');
  if (id === undefined) return limited(withFirst(given, idElement(), undefined));
  const kind = kindOf(id);
  if (kind === 'array' || kind === 'regex' || kind === 'undefined')
    throw new MongoFailure('InvalidIdField', 53, `The '_id' value cannot be of type ${kind}`);
  if (given[4] !== 0 && given.toString('latin1', 5, 9) === '_id\0') return limited(Buffer.from(given));
  const at = fieldBytes(given, '_id')!;
  return limited(withFirst(given, given.subarray(at.from, at.to), at));
}

function idElement(): Buffer {
  const alone = encode(new Map([['_id', new ObjectId()]]));
  return alone.subarray(4, alone.length - 1);
}

function withFirst(given: Raw, first: Buffer, hole: { from: number; to: number } | undefined): Raw {
  const before = given.subarray(4, hole?.from ?? given.length - 1);
  const after = hole ? given.subarray(hole.to, given.length - 1) : given.subarray(0, 0);
  const made = Buffer.concat([given.subarray(0, 4), first, before, after, Buffer.of(0)]);
  made.writeInt32LE(made.length, 0);
  return made;
}

function limited(raw: Raw): Raw {
  if (raw.length <= maxBytes) return raw;
  throw failure(
    'BSONObjectTooLarge',
    `object to insert too large. size in bytes: ${raw.length}, max size: ${maxBytes}`,
  );
}

/** Inserts a storable document; a duplicate key leaves everything as it was. */
export function insertRecord(storage: Storage, collection: Collection, raw: Raw): void {
  const record = collection.nextRecord;
  const filed = collection.indexes.map((index) => indexedKeys(index, raw));
  collection.indexes.forEach((index, i) => refuseDuplicates(collection.namespace, index, filed[i]!, record, raw));
  collection.indexes.forEach((index, i) => filed[i]!.forEach((key) => addEntry(index.entries, key, record)));
  collection.nextRecord += 1;
  collection.records.set(record, raw);
  storage.put(collection.id, record, raw);
}

/** Puts another document in a record's place. */
export function replaceRecord(storage: Storage, collection: Collection, record: number, raw: Raw): void {
  if (raw.length > maxBytes)
    throw failure('BSONObjectTooLarge', `Resulting document after update is larger than ${maxBytes}`);
  const before = collection.records.get(record)!;
  const filed = collection.indexes.map((index) => indexedKeys(index, raw));
  collection.indexes.forEach((index, i) => refuseDuplicates(collection.namespace, index, filed[i]!, record, raw));
  collection.indexes.forEach((index, i) => moveEntries(index, indexedKeys(index, before), filed[i]!, record));
  collection.records.set(record, raw);
  storage.put(collection.id, record, raw);
}

/** Removes a record and its index entries. */
export function removeRecord(storage: Storage, collection: Collection, record: number): void {
  const raw = collection.records.get(record);
  if (!raw) return;
  for (const index of collection.indexes)
    for (const key of indexedKeys(index, raw)) removeEntry(index.entries, key, record);
  collection.records.delete(record);
  storage.remove(collection.id, record);
}

/** Fills an index from the documents that are there. */
export function buildIndex(collection: Collection, index: Index): void {
  fileAll(collection.namespace, index, collection.records);
}
