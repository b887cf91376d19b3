import { readRows, withinIds, type IdBounds, type IdRange, type Row } from '@herald/persistence';
import type { Device } from '../devices/device.model';
import { rowsRequest } from './device-page';
import type { DeviceQuery } from './device-query';
import type { DeviceSearch } from './device-search';

export type ManyMatches = {
  bounds: IdBounds;
  /** The rows of the first page, where the first ids were read; nothing if the page reaches too far beyond them. */
  firstPage?: Promise<Row<Device>[] | undefined>;
  /** How many matches there are, by those among the first ids. */
  estimate?: number;
};

/** Among the first ids, enough to tell many matches from few. */
const minForEstimate = 1_000;
/** The first page is read beyond the first ids for up to this many times the matches that they contain. */
const maxFurtherHeads = 4;

/**
 * Tells whether a filter matches many devices of a large collection; undefined if not. The kind of the filter decides,
 * or the cached total, or else the matches among the first ids, which begin the first page.
 */
export async function manyMatches(search: DeviceSearch, query: DeviceQuery): Promise<ManyMatches | undefined> {
  const { key, kind, expectedShare, conditions, page, estimates_total } = query;
  if (expectedShare === 'few' || conditions.length === 0 || search.small.has(kind)) return undefined;
  const bounds = search.ranges.peek();
  if (!bounds) return undefined;
  const known = search.counts.peek(key);
  if (known) return known.total < search.minMatches ? undefined : { bounds };
  const minInHead = Math.ceil((search.minMatches / bounds.size) * bounds.headSize);
  if (page > 1) return (await countInHead(search, query, bounds)) < minInHead ? undefined : { bounds };
  const limit = Math.max(query.per_page, minInHead, estimates_total ? minForEstimate : 0);
  const rows = await scan(search, query, bounds.head, limit);
  if (rows.length < minInHead) return undefined;
  const firstPage = completePage(search, query, bounds, rows);
  // The matches are counted meanwhile: a failure of the count is reported first.
  firstPage.catch(() => {});
  const { size, headSize } = bounds;
  // Where the scan ended early, more of the first ids match: how to read the next pages is decided as if all did.
  const estimate = rows.length < limit ? Math.round((size * rows.length) / headSize) : size;
  return { bounds, firstPage, estimate };
}

function countInHead(search: DeviceSearch, query: DeviceQuery, { head }: IdBounds): Promise<number> {
  const { filter, turn } = rowsRequest(search, query);
  const within = { ...filter, ...withinIds(head) } as never;
  return turn(() => search.Device.countDocuments(within, { hint: { _id: 1 } }).exec());
}

/** The page that begins with the rows of the first ids; nothing if the next two ranges do not complete it. */
async function completePage(search: DeviceSearch, query: DeviceQuery, { head, ids }: IdBounds, rows: Row<Device>[]) {
  const missing = query.per_page - rows.length;
  if (missing <= 0) return rows.slice(0, query.per_page);
  if (missing > rows.length * maxFurtherHeads) return undefined;
  // Without an end, matches among the first ids alone would lead through the whole collection.
  const further = await scan(search, query, { from: head.until, until: ids[1] }, missing);
  return further.length === missing ? [...rows, ...further] : undefined;
}

/** The first matches of a range, in the order of _id. */
function scan(search: DeviceSearch, query: DeviceQuery, range: IdRange, limit: number): Promise<Row<Device>[]> {
  const { filter, ...request } = rowsRequest(search, query);
  const within = { ...request, filter: { ...filter, ...withinIds(range) }, skip: 0, limit };
  return readRows(search.Device, within, { order: 1, hint: { _id: 1 } });
}
