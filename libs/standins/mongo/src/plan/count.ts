import type { Collection } from '../store/collection';
import { countRange } from '../store/ordered-index';
import type { Plan } from './plan';
import { planQuery } from './plan';
import type { Query } from './query';
import type { Tally } from './run';
import { runPlan } from './run';

/** How many documents a query finds; where an index alone knows, no document is looked at. */
export function countRecords(collection: Collection, query: Query, tally: Tally = { examined: 0 }): number {
  const { filter, skip, limit } = query;
  if (filter.kind === 'and' && filter.parts.length === 0) return sliced(collection.records.size, query);
  const plan = planQuery(collection, { ...query, sort: [], skip: 0, limit: 0 });
  if (plan.covered) return sliced(countCovered(plan), query);
  const found = runPlan(collection, { filter, sort: [], skip, limit }, plan, tally);
  let count = 0;
  while (!found.next().done) count += 1;
  return count;
}

function countCovered(plan: Plan): number {
  const { index, ranges } = plan.scans[0]!;
  if (index.arrays.size === 0) return ranges.reduce((sum, range) => sum + countRange(index.entries, range), 0);
  return [...plan.records()].length;
}

function sliced(count: number, { skip, limit }: Query): number {
  const left = Math.max(0, count - skip);
  return limit === 0 ? left : Math.min(left, limit);
}
