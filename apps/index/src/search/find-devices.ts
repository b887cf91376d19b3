import type { FoundPage, Row } from '@herald/persistence';
import type { Device } from '../devices/device.model';
import type { DeviceQuery } from './device-query';
import type { DeviceSearch } from './device-search';
import { findByIndex } from './find-by-index';
import { findInRanges } from './find-in-ranges';
import { manyMatches } from './many-matches';

/**
 * One page of devices in the order of _id, and their total. Many matches of a large collection are counted and read in
 * ranges of ids; all others are found by the index of their filter.
 */
export async function findDevices(search: DeviceSearch, query: DeviceQuery): Promise<FoundPage<Row<Device>>> {
  const { kind, page, per_page, estimates_total } = query;
  const many = await manyMatches(search, query);
  const begun = estimates_total ? await many?.firstPage : undefined;
  if (begun) return { data: begun, total: many!.estimate!, page, per_page };
  const found = many ? await findInRanges(search, query, many) : await findByIndex(search, query);
  search.small.note(kind, found.total);
  return { ...found, page, per_page };
}
