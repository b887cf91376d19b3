import {
  countByRanges,
  rowsById,
  rowsInRanges,
  withinIds,
  type IdBounds,
  type IdRange,
  type Row,
} from '@herald/persistence';
import type { Device as StoredDevice } from '../devices/device.model';
import { rowsOf, totalAt, type DeviceQuery, type Found } from './device-page';
import type { DeviceSearch } from './device-search';

/** A page after the first is sorted out of one of these ranges. */
const rangesForPages = 8;

/** A first page is read on while the matches are counted, up to about as many times the first ids. */
const maxFurtherHeads = 4;

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
  const { total, ranges } = counted;
  const first = await head?.page;
  if (first) return { data: first, total };
  if (rows.skip >= total) return { data: [], total };
  const data = ranges
    ? await rowsInRanges(Device, { ...rows, ranges, size: bounds.size, index: index! })
    : await rowsById(Device, { ...rows, known: { matches: total, all: bounds.size } });
  return { data, total: totalAt(rows, data) ?? total };
}

/** Whether many match, judged by the first ids, and the first page if it is near. */
async function readHead(search: DeviceSearch, query: DeviceQuery, bounds: IdBounds) {
  const { head, size, headSize } = bounds;
  const { filter, skip, limit } = rowsOf(query);
  const minInHead = Math.ceil((search.minMatches / size) * headSize);
  if (skip > 0) {
    const where = { ...filter, ...withinIds(head) };
    return { isMany: (await search.Device.countDocuments(where as never, { hint: { _id: 1 } })) >= minInHead };
  }
  const rows = await walk(search, query, head, Math.max(limit, minInHead));
  const isMany = rows.length >= minInHead;
  const page = isMany ? firstPage(search, query, bounds, rows) : undefined;
  // The caller counts meanwhile, and reports a failure of that first.
  page?.catch(() => {});
  return { isMany, page };
}

/** The page that begins with the rows of the first ids; nothing if the next two ranges do not complete it. */
async function firstPage(search: DeviceSearch, query: DeviceQuery, { head, ids }: IdBounds, rows: Row<StoredDevice>[]) {
  const missing = query.per_page - rows.length;
  if (missing <= 0) return rows.slice(0, query.per_page);
  if (missing > rows.length * maxFurtherHeads) return undefined;
  // Without an end, matches among the first ids alone would lead through the whole collection.
  const further = await walk(search, query, { from: head.until, until: ids[1] }, missing);
  return further.length === missing ? [...rows, ...further] : undefined;
}

function walk({ Device }: DeviceSearch, query: DeviceQuery, range: IdRange, limit: number) {
  const { filter, projection } = rowsOf(query);
  return Device.find({ ...filter, ...withinIds(range) } as never, projection)
    .sort({ _id: 1 })
    .limit(limit)
    .hint({ _id: 1 })
    .lean<Row<StoredDevice>[]>();
}
