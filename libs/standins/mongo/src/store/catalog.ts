import type { Value } from '../bson/value';
import { Int32 } from 'bson';
import { decode } from '../bson/decode';
import { failure } from '../failure';
import type { Collection } from './collection';
import { buildIndex } from './collection';
import { createCollection, describe, described } from './collection-description';
import { parseIndex } from './index-spec';
import { openStorage, type Entry, type Storage } from './storage';
import { undoWrites } from './undo-writes';

/** All collections by namespace, and where they are kept. */
export type Catalog = { collections: Map<string, Collection>; nextId: number; storage: Storage };

/** Opens the storage under a folder, reads everything stored and builds the indexes. */
export async function openCatalog(dataDir: string, durable: boolean): Promise<Catalog> {
  const collections = new Map<string, Collection>();
  const byId = new Map<number, Collection>();
  let nextId = 1;
  const take = ({ collection: id, record, raw }: Entry) => {
    if (id === 0) {
      const collection = described(record, decode(raw));
      byId.set(record, collection);
      collections.set(collection.namespace, collection);
      nextId = Math.max(nextId, record + 1);
      return;
    }
    const collection = byId.get(id);
    if (!collection) return;
    collection.records.set(record, raw);
    collection.nextRecord = record + 1;
  };
  const storage = await openStorage(dataDir, durable, { take, undo: (writes) => undoWrites(catalog, writes) });
  const catalog: Catalog = { collections, nextId, storage };
  for (const collection of byId.values()) for (const index of collection.indexes) buildIndex(collection, index);
  return catalog;
}

/** Stores which indexes a collection has. */
export function saveCollection({ storage }: Catalog, collection: Collection): void {
  storage.put(0, collection.id, describe(collection));
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
  const collection = createCollection(catalog.nextId++, database, name);
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
