import { countByRanges, rowsById, rowsInRanges, withinIds, type IdBounds, type Row } from '@herald/persistence';
import type { Device as StoredDevice } from '../devices/device.model';
import { rowsOf, totalAt, type DeviceQuery, type Found } from './device-page';
import type { DeviceSearch } from './device-search';

/** A page after the first is sorted out of one of these ranges. */
const rangesForPages = 8;

/**
 * One page of many devices, and their total, by counts of ranges of ids. A walk along the first ids finds the first
 * page; if it finds few matches, the search is left to other plans.
 */
export async function findInRanges(
  search: DeviceSearch,
  query: DeviceQuery,
  bounds: IdBounds,
): Promise<Found | undefined> {
  const { Device, counts, countLimit: limit } = search;
  const rows = rowsOf(query);
  const known = counts.peek(query.key);
  if (known && known.total < search.minMatches) return undefined;
  const head = known ? undefined : await readHead(search, query, bounds);
  if (head && !head.isMany) return undefined;
  const index = await search.rarestIndex(query.conditions, bounds);
  const counted = await counts.read(query.key, (last) => {
    const { filter, shown } = query;
    const except = 'block.is' in shown ? { 'block.is': true } : undefined;
    const minRanges = rows.skip > 0 ? rangesForPages : undefined;
    return countByRanges(Device, { filter, except, bounds, index: index!, limit, minRanges, expected: last?.total });
  });
  if (head?.page) return { data: head.page, total: counted.total };
  const { total, ranges } = counted;
  if (rows.skip >= total) return { data: [], total };
  const data = ranges
    ? await rowsInRanges(Device, { ...rows, ranges, size: bounds.size, index: index! })
    : await rowsById(Device, { ...rows, known: { matches: total, all: bounds.size } });
  return { data, total: totalAt(rows, data) ?? total };
}

/** Whether many match, judged by the first ids, and the first page if they fill it. */
async function readHead({ Device, minMatches }: DeviceSearch, query: DeviceQuery, { head, size, headSize }: IdBounds) {
  const { filter, projection, skip, limit } = rowsOf(query);
  const where = { ...filter, ...withinIds(head) };
  const minInHead = Math.ceil((minMatches / size) * headSize);
  if (skip > 0) return { isMany: (await Device.countDocuments(where as never, { hint: { _id: 1 } })) >= minInHead };
  const rows = await Device.find(where as never, projection)
    .sort({ _id: 1 })
    .limit(Math.max(limit, minInHead))
    .hint({ _id: 1 })
    .lean<Row<StoredDevice>[]>();
  return { isMany: rows.length >= minInHead, page: rows.length >= limit ? rows.slice(0, limit) : undefined };
}
