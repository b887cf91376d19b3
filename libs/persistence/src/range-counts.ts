import { limitConcurrency, type Limit } from '@herald/concurrency';
import { withinIds, type IdBounds, type IdRange } from './id-ranges';
import type { Model } from './record';

export type CountedRange = IdRange & { matches: number };
/** A total; where it was counted in ranges, these in the order of _id. */
export type RangeCounts = { total: number; ranges?: CountedRange[] };
export type IndexKey = Record<string, 1 | -1>;
export type Counting = {
  filter: Record<string, unknown>;
  /** Leaves out what matches: few, which an index finds. */
  except?: Record<string, unknown>;
  bounds: IdBounds;
  /** The index that finds the matches; only one that ends with _id makes a range cheaper than all. */
  index: IndexKey;
  /** The last known total, however old. */
  lastTotal?: number;
  /** Limits the commands of several counts together, so that other commands find a connection. */
  limit: Limit;
  /** More ranges make pages cheaper, and the count dearer. */
  minRanges?: number;
};

const idIndex: IndexKey = { _id: 1 };
/** Each more costs an engine the planning of a command, and some of the index of an array's values once more. */
const defaultMinRanges = 4;
/** A page is sorted out of a range: few matches in each keep that cheap. */
const maxMatchesPerRange = 16_000;
/** Reading one record by an index costs about as much as scanning past this many. */
const fetchCost = 4;
const maxInFlight = 4;
const maxExcepted = 10_000;

/**
 * Counts matches in ranges of ids, several at once: faster than one count, and the counts tell where the pages of the
 * result begin. Where a scan along _id is cheaper, judged by the last total, the scan counts.
 */
export async function countByRanges<T>(Collection: Model<T>, counting: Counting): Promise<RangeCounts> {
  const { bounds, except, limit, lastTotal = 0 } = counting;
  const isScanned = lastTotal * fetchCost > bounds.size;
  const index = isScanned ? idIndex : counting.index;
  const ranges = isScanned ? rangesOf(bounds.ids) : rangesOf(coarser(bounds.ids, rangesFor(counting)));
  const excepted = except ? await idsOf(Collection, { $and: [counting.filter, except] }) : [];
  const filter = excepted ? counting.filter : { $and: [counting.filter, { $nor: [except] }] };
  const ownLimit = limitConcurrency({ max: maxInFlight });
  const count = async (range: IdRange): Promise<CountedRange> => {
    const all = await Collection.countDocuments({ ...filter, ...withinIds(range) } as never, { hint: index });
    return { ...range, matches: all - (excepted ?? []).filter((id) => isWithin(id, range)).length };
  };
  const counted = await Promise.all(ranges.map((range) => ownLimit(() => limit(() => count(range)))));
  return { total: counted.reduce((sum, { matches }) => sum + matches, 0), ranges: counted };
}

function rangesFor({ index, lastTotal = 0, minRanges = defaultMinRanges }: Counting): number {
  if (!('_id' in index)) return 1;
  return Math.max(minRanges, Math.ceil(lastTotal / maxMatchesPerRange));
}

/** The ids of few matches; none if they are many. */
async function idsOf<T>(Collection: Model<T>, filter: Record<string, unknown>): Promise<string[] | undefined> {
  const found = await Collection.find(filter as never, { _id: 1 })
    .limit(maxExcepted + 1)
    .lean<{ _id: unknown }[]>();
  return found.length > maxExcepted ? undefined : found.map(({ _id }) => String(_id));
}

/** The texts of ObjectIds sort as they do. */
const isWithin = (id: string, { from, until }: IdRange): boolean =>
  (from === undefined || id >= String(from)) && (until === undefined || id < String(until));

const rangesOf = (bounds: unknown[]): IdRange[] =>
  [undefined, ...bounds].map((from, at) => ({ from, until: bounds[at] }));

/** As many of the bounds as make a number of ranges. */
function coarser(bounds: unknown[], ranges: number): unknown[] {
  if (ranges > bounds.length) return bounds;
  return Array.from(
    { length: ranges - 1 },
    (_, at) => bounds[Math.floor(((at + 1) * (bounds.length + 1)) / ranges) - 1],
  );
}
