import type { Collection } from '../store/collection';
import { findRecords } from './find';
import type { Query } from './query';

/** How many documents a query finds. */
export function countRecords(collection: Collection, query: Query): number {
  const { filter } = query;
  if (filter.kind === 'and' && filter.parts.length === 0) return sliced(collection.records.size, query);
  const found = findRecords(collection, { ...query, sort: [] })[Symbol.iterator]();
  let count = 0;
  while (!found.next().done) count += 1;
  return count;
}

function sliced(count: number, { skip, limit }: Query): number {
  const left = Math.max(0, count - skip);
  return limit === 0 ? left : Math.min(left, limit);
}
