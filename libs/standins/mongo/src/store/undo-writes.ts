import { decode } from '../bson/decode';
import type { Raw } from '../bson/value';
import type { Catalog } from './catalog';
import { buildIndex, type Collection } from './collection';
import { described } from './collection-description';
import { indexedKeys } from './index-entries';
import { addEntry, removeEntry } from './ordered-index';
import type { Undone } from './storage';

/** Brings collections, documents and indexes back to what the disk holds after a commit failed. */
export function undoWrites(catalog: Catalog, writes: readonly Undone[]): void {
  const byId = new Map([...catalog.collections.values()].map((collection) => [collection.id, collection]));
  const descriptions = writes.filter(({ collection }) => collection === 0);
  const restored = new Set(descriptions.flatMap(({ record, raw }) => restoreCollection(catalog, byId, record, raw)));
  const documents = writes.filter(({ collection }) => collection !== 0);
  for (const id of new Set(documents.map(({ collection }) => collection))) {
    const collection = byId.get(id);
    const entries = documents.filter((entry) => entry.collection === id);
    if (collection) restoreDocuments(collection, entries, restored.has(collection));
  }
  for (const collection of restored) for (const index of collection.indexes) buildIndex(collection, index);
}

/** The collection if its indexes must be built again. */
function restoreCollection(
  { collections }: Catalog,
  byId: Map<number, Collection>,
  id: number,
  raw: Raw | undefined,
): Collection[] {
  const present = byId.get(id);
  if (!raw) {
    // A collection that was dropped before may have its name back already.
    if (present && collections.get(present.namespace) === present) collections.delete(present.namespace);
    byId.delete(id);
    return [];
  }
  const stored = described(id, decode(raw));
  const collection = present ?? stored;
  collection.indexes = stored.indexes;
  byId.set(id, collection);
  collections.set(collection.namespace, collection);
  return [collection];
}

function restoreDocuments(collection: Collection, writes: readonly Undone[], isRebuilt: boolean): void {
  const { records, indexes } = collection;
  const refile = (change: typeof addEntry, record: number, raw: Raw | undefined) => {
    if (isRebuilt || !raw) return;
    for (const index of indexes) for (const key of indexedKeys(index, raw)) change(index.entries, key, record);
  };
  const removed = writes.filter(({ record, raw }) => raw && !records.has(record));
  for (const { record } of writes) refile(removeEntry, record, records.get(record));
  for (const { record, raw } of writes) {
    if (raw) records.set(record, Buffer.from(raw));
    else records.delete(record);
    collection.nextRecord = Math.max(collection.nextRecord, record + 1);
    refile(addEntry, record, raw);
  }
  // A Map appends what comes back, but the natural order is the order of the records.
  if (removed.length > 0) collection.records = new Map([...records].sort(([a], [b]) => a - b));
}
