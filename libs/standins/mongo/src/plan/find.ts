import type { Collection } from '../store/collection';
import { planQuery } from './plan';
import type { Query } from './query';
import type { Found } from './run';
import { runPlan } from './run';

/** The documents a query finds, as they are needed; `fixed` finds all first, for a caller who changes them. */
export function findRecords(collection: Collection, query: Query, fixed = false): Iterable<Found> {
  const found = runPlan(collection, query, planQuery(collection, query), { examined: 0 });
  return fixed ? [...found] : found;
}
