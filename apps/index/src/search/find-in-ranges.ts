import { countByRanges, rowsById, rowsInRanges } from '@herald/persistence';
import { rowsRequest, totalOfPartialPage, type FoundDevices } from './device-page';
import type { DeviceQuery } from './device-query';
import type { DeviceSearch } from './device-search';
import type { ManyMatches } from './many-matches';

/** A page after the first is sorted out of one of these ranges. */
const rangesForPages = 8;

/** One page of many devices, and their total, by counts of ranges of ids. */
export async function findInRanges(
  search: DeviceSearch,
  query: DeviceQuery,
  { bounds, firstPage }: ManyMatches,
): Promise<FoundDevices> {
  const { Device, counts } = search;
  const { filter, shown } = query;
  const rows = rowsRequest(search, query);
  const { turn: limit } = rows;
  const index = (await search.rarestIndex(query.conditions, bounds))!;
  const { total, ranges } = await counts.read(query.key, (last) => {
    const except = 'block.is' in shown ? { 'block.is': true } : undefined;
    const minRanges = rows.skip > 0 ? rangesForPages : undefined;
    return countByRanges(Device, { filter, except, bounds, index, limit, minRanges, lastTotal: last?.total });
  });
  const first = await firstPage;
  if (first) return { data: first, total };
  if (rows.skip >= total) return { data: [], total };
  // A total that was counted by the filter's index alone is of no range.
  const data = ranges
    ? await rowsInRanges(Device, { ...rows, ranges, size: bounds.size, index })
    : await rowsById(Device, { ...rows, known: { matches: total, all: bounds.size } });
  return { data, total: totalOfPartialPage(rows, data) ?? total };
}
