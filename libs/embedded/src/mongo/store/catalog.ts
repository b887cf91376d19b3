import type { Doc, Raw, Value } from '../bson/value';
import { isDoc } from '../bson/value';
import { Int32 } from 'bson';
import { decode } from '../bson/decode';
import { encode } from '../bson/encode';
import { failure } from '../failure';
import type { Collection } from './collection';
import { buildIndex } from './collection';
import { parseIndex } from './index-spec';
import type { Storage } from './storage';

/** All collections by namespace, and where they are kept. */
export type Catalog = { collections: Map<string, Collection>; nextId: number; storage: Storage };

/** Reads everything stored and builds the indexes. */
export function loadCatalog(storage: Storage): Catalog {
  const catalog: Catalog = { collections: new Map(), nextId: 1, storage };
  const byId = new Map<number, Collection>();
  storage.load((id, record, raw) => {
    if (id === 0) {
      const collection = described(record, decode(raw));
      byId.set(record, collection);
      catalog.collections.set(collection.namespace, collection);
      catalog.nextId = Math.max(catalog.nextId, record + 1);
      return;
    }
    const collection = byId.get(id);
    if (!collection) return;
    collection.records.set(record, raw);
    collection.nextRecord = record + 1;
  });
  for (const collection of byId.values()) for (const index of collection.indexes) buildIndex(collection, index);
  return catalog;
}

function described(id: number, description: Doc): Collection {
  const collection = empty(id, String(description.get('database')), String(description.get('name')));
  const specs = description.get('indexes') as Value[];
  collection.indexes = specs.filter(isDoc).map(parseIndex);
  return collection;
}

function empty(id: number, database: string, name: string): Collection {
  const namespace = `${database}.${name}`;
  return { id, database, name, namespace, records: new Map(), nextRecord: 1, indexes: [] };
}

/** Stores which indexes a collection has. */
export function saveCollection({ storage }: Catalog, collection: Collection): void {
  storage.put(0, collection.id, describe(collection));
}

function describe({ database, name, indexes }: Collection): Raw {
  return encode(
    new Map<string, Value>([
      ['database', database],
      ['name', name],
      ['indexes', indexes.map(({ spec }) => spec)],
    ]),
  );
}

/** The collection of that name, if there is one. */
export function findCollection(catalog: Catalog, database: string, name: string): Collection | undefined {
  return catalog.collections.get(`${database}.${name}`);
}

/** The collection of that name, made if there is none. */
export function ensureCollection(catalog: Catalog, database: string, name: string): Collection {
  const present = findCollection(catalog, database, name);
  if (present) return present;
  checkNames(database, name);
  const collection = empty(catalog.nextId++, database, name);
  collection.indexes.push(
    parseIndex(
      new Map<string, Value>([
        ['key', new Map([['_id', new Int32(1)]])],
        ['name', '_id_'],
      ]),
    ),
  );
  catalog.collections.set(collection.namespace, collection);
  saveCollection(catalog, collection);
  return collection;
}

function checkNames(database: string, name: string): void {
  if (database === '' || database.length > 63 || /[/\\. "$\0]/.test(database))
    throw failure('InvalidNamespace', `Invalid database name: '${database}'`);
  if (name === '' || name.startsWith('.') || name.startsWith('system.') || /[$\0]/.test(name))
    throw failure('InvalidNamespace', `Invalid collection name: ${name}`);
}

/** Removes a collection with all it holds. */
export function dropCollection({ collections, storage }: Catalog, collection: Collection): void {
  collections.delete(collection.namespace);
  for (const record of collection.records.keys()) storage.remove(collection.id, record);
  storage.remove(0, collection.id);
  collection.records.clear();
  collection.indexes = [];
}
