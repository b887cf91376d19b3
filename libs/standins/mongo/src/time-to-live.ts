import { encodeKey } from './encode-key';
import { walkPath } from './path';
import type { Catalog } from './store/catalog';
import type { Collection } from './store/collection';
import { removeRecord } from './store/collection';
import type { Index } from './store/index-entries';
import { scanForward } from './store/ordered-index';

const maxBatch = 10_000;

/** Removes the documents whose time is over by a TTL index. */
export function removeExpired(catalog: Catalog, now: number): void {
  for (const collection of catalog.collections.values())
    for (const index of collection.indexes)
      if (index.expireAfterSeconds !== undefined)
        sweep(catalog, collection, index, now - index.expireAfterSeconds * 1000);
}

function sweep({ storage }: Catalog, collection: Collection, index: Index, limit: number): void {
  const field = index.fields[0]!;
  if (field.descending) return sweepAll(storage, collection, field.parts, limit);
  const range = { from: encodeKey(new Date(-8.64e15)), to: encodeKey(new Date(limit)) };
  const expired: number[] = [];
  for (const record of scanForward(index.entries, range)) {
    expired.push(record);
    if (expired.length >= maxBatch) break;
  }
  for (const record of expired) removeRecord(storage, collection, record);
}

function sweepAll(storage: Catalog['storage'], collection: Collection, parts: string[], limit: number): void {
  for (const [record, raw] of collection.records) {
    const old = walkPath(raw, parts, true, (value) => value instanceof Date && value.getTime() < limit);
    if (old) removeRecord(storage, collection, record);
  }
}
