import type { Filter } from '../match/filter';
import type { Collection } from '../store/collection';
import type { Range } from '../store/ordered-index';
import { scanBackward, scanForward } from '../store/ordered-index';
import type { Demands } from './conjuncts';
import { demandsOf } from './conjuncts';
import type { IndexScan } from './index-scan';
import { scanOf } from './index-scan';
import type { Query } from './query';
import { unsorted } from './query';

/** How a query is run: which records are looked at, in which order, by which indexes (none: all records). */
export type Plan = {
  sorted: boolean;
  covered: boolean;
  scans: IndexScan[];
  cost: number;
  records(): Iterable<number>;
};

/** Chooses how to run a query: whatever looks at the fewest records; all of them only if no index helps. */
export function planQuery(collection: Collection, query: Query): Plan {
  const demands = demandsOf(query.filter);
  const scans: IndexScan[] = [];
  for (const index of collection.indexes) {
    const scan = scanOf(index, demands, query.sort);
    if (scan && (scan.bounded || query.sort.length > 0)) scans.push(scan);
  }
  const matching = Math.min(
    ...scans.filter(({ bounded }) => bounded).map(({ estimate }) => estimate),
    collection.records.size,
  );
  const plans = scans.map((scan) => indexPlan(scan, query, matching));
  const merged = planAlternatives(collection, demands, query);
  if (merged) plans.push(merged);
  const all = scanAll(collection, query);
  const narrowing = plans.some((plan) => plan.scans.some(({ bounded }) => bounded));
  const choice = narrowing ? plans : [...plans, all];
  return choice.reduce((best, plan) => (plan.cost < best.cost ? plan : best));
}

function scanAll(collection: Collection, query: Query): Plan {
  const { size } = collection.records;
  const unsortedCost = query.limit > 0 ? Math.min(size, 10 * query.limit) : size;
  const cost = query.sort.length > 0 ? size * 2 : unsortedCost;
  return { sorted: false, covered: false, scans: [], cost, records: () => collection.records.keys() };
}

function indexPlan(scan: IndexScan, query: Query, matching: number): Plan {
  return {
    sorted: scan.sorted,
    covered: scan.covered,
    scans: [scan],
    cost: costOf(scan, query, matching),
    records: () => recordsOf(scan),
  };
}

/** A sorted scan may stop at the limit; how early depends on how many of its entries pass the filter. */
function costOf(scan: IndexScan, { sort, skip, limit }: Query, matching: number): number {
  const { estimate, sorted, covered } = scan;
  if (sort.length > 0 && !sorted) return estimate * 2;
  if (limit === 0) return estimate;
  const share = covered ? 1 : estimate / Math.max(1, Math.min(matching, estimate) * 0.5);
  return Math.min(estimate, (skip + limit) * share);
}

/** Serves an $or by an index for each of its branches. */
function planAlternatives(collection: Collection, { alternatives }: Demands, query: Query): Plan | undefined {
  let best: Plan | undefined;
  for (const branches of alternatives) {
    const plans = branches.map((branch: Filter) => planQuery(collection, unsorted(branch)));
    if (plans.some(({ scans }) => scans.length === 0)) continue;
    const cost = plans.reduce((sum, plan) => sum + plan.cost, 0) * (query.sort.length > 0 ? 2 : 1);
    const scans = plans.flatMap((plan) => plan.scans);
    const records = () => distinct(plans.map((plan) => plan.records()));
    if (!best || cost < best.cost) best = { sorted: false, covered: false, scans, cost, records };
  }
  return best;
}

function recordsOf(scan: IndexScan): Iterable<number> {
  const { index, ranges, reverse } = scan;
  const ordered: Range[] = reverse ? ranges.toReversed() : ranges;
  const read = reverse ? scanBackward : scanForward;
  if (ordered.length === 1 && index.arrays.size === 0) return read(index.entries, ordered[0]!);
  const parts = ordered.map((range) => read(index.entries, range));
  return index.arrays.size === 0 ? chained(parts) : distinct(parts);
}

function* chained(parts: readonly Iterable<number>[]): Generator<number> {
  for (const part of parts) yield* part;
}

function* distinct(parts: readonly Iterable<number>[]): Generator<number> {
  const seen = new Set<number>();
  for (const part of parts)
    for (const record of part) {
      if (seen.has(record)) continue;
      seen.add(record);
      yield record;
    }
}
