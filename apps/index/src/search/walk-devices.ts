import { writeCursor, type Cursor, type Page } from '@herald/http';
import { rowsById, type FoundPage, type Row } from '@herald/persistence';
import type { Device } from '../devices/device.model';
import { rowsRequest } from './device-page';
import type { DeviceQuery } from './device-query';
import { countAll, type DeviceSearch } from './device-search';
import { findDevices } from './find-devices';

/**
 * The next page of a walk through all matches, and its cursor. The order is that of _id, which no update changes: each
 * device that existed when the walk began is returned once. The cursor carries the total of the first page, so that no
 * later page counts.
 */
export async function walkDevices(
  search: DeviceSearch,
  { from, ...query }: DeviceQuery & { from?: Cursor },
): Promise<Page<Device>> {
  const found = from ? await findAfter(from, search, query) : await findDevices(search, query);
  const { data, per_page, total } = found;
  const next = data.length < per_page ? null : writeCursor({ id: String(data.at(-1)!._id), total });
  return { ...found, next };
}

async function findAfter(
  { id: after, total }: Cursor,
  search: DeviceSearch,
  query: DeviceQuery,
): Promise<FoundPage<Row<Device>>> {
  const known = { matches: total, all: await countAll(search) };
  const data = await rowsById(search.Device, { ...rowsRequest(search, query), after, known });
  return { data, page: query.page, per_page: query.per_page, total };
}
