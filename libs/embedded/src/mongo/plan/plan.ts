import type { Collection } from '../store/collection';
import type { Query } from './query';

/** How a query will be run: which records are looked at, in which order. */
export type Plan = { sorted: boolean; indexName: string | undefined; records(): Iterable<number> };

/** Chooses how to run a query. */
export function planQuery(collection: Collection, _query: Query): Plan {
  return { sorted: false, indexName: undefined, records: () => collection.records.keys() };
}
