import type { Filter } from '../match/filter';
import type { KeyField } from '../store/index-keys';

/** What is asked of a collection; limit 0 means all. */
export type Query = { filter: Filter; sort: readonly KeyField[]; skip: number; limit: number };

/** A query for everything a filter finds, in no order. */
export function unsorted(filter: Filter, limit = 0): Query {
  return { filter, sort: [], skip: 0, limit };
}
