import { afterPrefix } from '../encode-key';
import type { Index } from '../store/index-entries';
import type { KeyField } from '../store/index-keys';
import type { Range } from '../store/ordered-index';
import { estimateRange } from '../store/ordered-index';
import type { Conjunct, Demands } from './conjuncts';
import { imply } from './conjuncts';
import type { Bounds, Interval } from './intervals';
import { intersected, inverted } from './intervals';

/** A way to use one index. `covered`: all found pass the filter. `bounded`: the filter narrows it. */
export type IndexScan = {
  index: Index;
  ranges: Range[];
  bounded: boolean;
  covered: boolean;
  sorted: boolean;
  reverse: boolean;
  estimate: number;
};

const maxRanges = 2000;

/** How an index would serve; undefined if it cannot. */
export function scanOf(index: Index, demands: Demands, sort: readonly KeyField[]): IndexScan | undefined {
  if (index.partial && !imply(demands.conjuncts, index.partial)) return undefined;
  const used = new Set<Conjunct>();
  const bounds = index.fields.map((field, position) => fieldBounds(index, position, field, demands.conjuncts, used));
  const { ranges, depth, fixed } = rangesOf(index, bounds);
  const bounded = depth > 0;
  if (index.sparse && !bounds.slice(0, depth).some((one) => one && !one.absent)) return undefined;
  const own = demands.conjuncts.filter((conjunct) => conjunct.own);
  const within = bounds.slice(0, depth);
  const covered =
    demands.complete &&
    own.every((conjunct) => used.has(conjunct) && conjunct.bounds?.exact) &&
    bounds.every((one, position) => !one || position < within.length);
  const order = sortOrder(index, sort, fixed);
  if (!bounded && order === undefined) return undefined;
  const estimate = ranges.reduce((sum, range) => sum + estimateRange(index.entries, range), 0);
  return { index, ranges, bounded, covered, sorted: order !== undefined, reverse: order === 'reverse', estimate };
}

/**
 * The bounds of one field. Two tests may be met by two elements of an array: then only the narrower can be used, and
 * of two fields within the same array only the first.
 */
function fieldBounds(
  index: Index,
  position: number,
  field: KeyField,
  conjuncts: readonly Conjunct[],
  used: Set<Conjunct>,
): Bounds | undefined {
  const usable = conjuncts.filter(({ path, bounds }) => bounds && path === field.path);
  if (usable.length === 0) return undefined;
  if (!index.arrays.has(position)) {
    usable.forEach((conjunct) => used.add(conjunct));
    return usable.map(({ bounds }) => bounds!).reduce(intersected);
  }
  const outer = field.parts[0];
  const taken = index.fields.some(
    (other, at) => at < position && other.parts[0] === outer && conjuncts.some(({ path }) => path === other.path),
  );
  if (taken) return undefined;
  const [best] = usable
    .map((conjunct) => ({ conjunct, size: sizeOf(index, position, conjunct) }))
    .sort((a, b) => a.size - b.size);
  used.add(best!.conjunct);
  return best!.conjunct.bounds;
}

function sizeOf(index: Index, position: number, { bounds }: Conjunct): number {
  const intervals = bounds!.intervals;
  if (position > 0) return intervals.some(({ point }) => !point) ? Infinity : intervals.length;
  const directed = index.fields[0]!.descending ? inverted(intervals) : intervals;
  return directed.reduce((sum, range) => sum + estimateRange(index.entries, range), 0);
}

/** The ranges of keys; `depth` fields have bounds, and the first `fixed` of them a single value. */
function rangesOf(index: Index, bounds: readonly (Bounds | undefined)[]) {
  let prefixes = [''];
  let depth = 0;
  let fixed = 0;
  for (const field of index.fields) {
    const found = bounds[depth];
    if (!found || prefixes.length * found.intervals.length > maxRanges) break;
    const intervals = field.descending ? inverted(found.intervals) : found.intervals;
    depth += 1;
    if (!intervals.every(({ point }) => point)) return { ranges: joined(prefixes, intervals), depth, fixed };
    prefixes = joined(prefixes, intervals).map(({ from }) => from);
    if (prefixes.length === 1) fixed = depth;
  }
  return { ranges: prefixes.map((from) => ({ from, to: afterPrefix(from) })), depth, fixed };
}

function joined(prefixes: readonly string[], intervals: readonly Interval[]): Range[] {
  return prefixes.flatMap((prefix) =>
    intervals.map(({ from, to }) => ({ from: prefix + from, to: to === '\u0100' ? afterPrefix(prefix) : prefix + to })),
  );
}

/** Which way the index gives the sort's order, if it does; fields with a single value do not count. */
function sortOrder(index: Index, sort: readonly KeyField[], fixed: number): 'forward' | 'reverse' | undefined {
  const single = index.fields.slice(0, fixed).filter((_field, position) => !index.arrays.has(position));
  const left = sort.filter(({ path }) => !single.some((field) => field.path === path));
  if (left.length === 0) return 'forward';
  for (const start of new Set([fixed, 0])) {
    const fields = index.fields.slice(start, start + left.length);
    if (fields.length < left.length || fields.some(({ path }, i) => path !== left[i]!.path)) continue;
    if (fields.some((_field, i) => index.arrays.has(start + i))) continue;
    const turned = fields.map(({ descending }, i) => descending !== left[i]!.descending);
    if (turned.every((turn) => !turn)) return 'forward';
    if (turned.every((turn) => turn)) return 'reverse';
  }
  return undefined;
}
