import { encode } from '../bson/encode';
import type { Doc, Raw, Value } from '../bson/value';
import { isDoc } from '../bson/value';
import type { Collection } from './collection';
import { parseIndex } from './index-spec';

/** A collection as it was stored, without its documents. */
export function described(id: number, description: Doc): Collection {
  const collection = createCollection(id, String(description.get('database')), String(description.get('name')));
  const specs = description.get('indexes') as Value[];
  collection.indexes = specs.filter(isDoc).map(parseIndex);
  return collection;
}

/** A collection without documents and indexes. */
export function createCollection(id: number, database: string, name: string): Collection {
  const namespace = `${database}.${name}`;
  return { id, database, name, namespace, records: new Map(), nextRecord: 1, indexes: [] };
}

/** What is stored about a collection: its name and its indexes. */
export function describe({ database, name, indexes }: Collection): Raw {
  return encode(
    new Map<string, Value>([
      ['database', database],
      ['name', name],
      ['indexes', indexes.map(({ spec }) => spec)],
    ]),
  );
}
