import { withinIds, type IdRange } from './id-ranges';
import type { CountedRange, IndexKey } from './range-counts';
import { readRows, type Row, type RowsFrom } from './read-rows';
import type { Model } from './record';
import { sortCost } from './rows-by-id';

type RowsInRanges<T> = RowsFrom<T> & {
  /** The counted matches, in the order of _id. */
  ranges: CountedRange[];
  /** The number of all records. */
  size: number;
  /** The index that finds the matches. */
  index: IndexKey;
};
type Reading = { skip: number; limit: number; order: 1 | -1; hint: IndexKey };
/** A bound of a range: its id, unless it is an end, and how many matches precede it. */
type Place = { id?: unknown; skip: number; at: number };

/**
 * A page in the order of _id, read from the nearest bound of a range instead of the begin. Matches that came or went
 * since the ranges were counted shift it by as many places.
 */
export async function rowsInRanges<T>(Collection: Model<T>, wanted: RowsInRanges<T>): Promise<Row<T>[]> {
  const { skip, limit, ranges, size, index } = wanted;
  const places = placesOf(ranges);
  const end = Math.min(skip + limit, places.at(-1)!.skip);
  if (skip >= end) return [];
  const before = places.findLast((place) => place.skip <= skip)!;
  const after = places.find((place) => place.skip >= end)!;
  const between = { from: before.id, until: after.id };
  const rowsPerMatch = ((after.at - before.at) * size) / ranges.length / (after.skip - before.skip);
  const costs = {
    forward: (end - before.skip) * rowsPerMatch,
    backward: (after.skip - skip) * rowsPerMatch,
    sorted: (after.skip - before.skip) * sortCost,
  };
  const read = (range: IdRange, { skip, limit, order, hint }: Reading) => {
    const filter = { ...wanted.filter, ...withinIds(range) };
    return readRows(Collection, { ...wanted, filter, skip, limit }, { order, hint });
  };
  if (costs.backward < Math.min(costs.forward, costs.sorted)) {
    const by = { skip: after.skip - end, limit: end - skip, order: -1, hint: { _id: 1 } } as const;
    return (await read({ until: after.id }, by)).reverse();
  }
  const hint = costs.sorted < costs.forward ? index : ({ _id: 1 } as const);
  const rows = await read(between, { skip: skip - before.skip, limit, order: 1, hint });
  const missing = end - skip - rows.length;
  // Matches went meanwhile, or the page ends beyond the range.
  if (missing <= 0 || after.id === undefined) return rows;
  return [...rows, ...(await read({ from: after.id }, { skip: 0, limit: missing, order: 1, hint: { _id: 1 } }))];
}

function placesOf(ranges: CountedRange[]): Place[] {
  let skip = 0;
  const places = ranges.map(({ from, matches }, at) => {
    const place = { id: from, skip, at };
    skip += matches;
    return place;
  });
  return [...places, { skip, at: ranges.length }];
}
