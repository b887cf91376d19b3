import type { Collection } from '../store/collection';
import { planQuery } from './plan';
import type { Query } from './query';
import type { Found } from './run';
import { runPlan } from './run';

/** The documents of a query, found one by one; with `fixed` all are found first, because the caller changes them. */
export function findRecords(collection: Collection, query: Query, fixed = false): Iterable<Found> {
  const found = runPlan(collection, query, planQuery(collection, query), { examined: 0 });
  return fixed ? [...found] : found;
}
