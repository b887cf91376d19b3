import { writeCursor, type Cursor, type Page } from '@herald/http';
import { rowsById, type CountCache, type FoundPage, type Model, type Row } from '@herald/persistence';
import type { Device } from '../devices/device.model';
import { countAll, findDevices, toProjection, type DeviceQuery } from './find-devices';

/**
 * The next page of a walk through all matches, and its cursor. The order is that of _id, which no update changes: each
 * device that existed when the walk began is returned once. The cursor carries the total of the first page, so that no
 * later page counts.
 */
export async function walkDevices(
  Device: Model<Device>,
  counts: CountCache,
  { from, ...query }: DeviceQuery & { from?: Cursor },
): Promise<Page<Device>> {
  const found = from ? await findAfter(from, Device, counts, query) : await findDevices(Device, counts, query);
  const { data, per_page, total } = found;
  const next = data.length < per_page ? null : writeCursor({ id: String(data.at(-1)!._id), total });
  return { ...found, next };
}

async function findAfter(
  { id: after, total }: Cursor,
  Device: Model<Device>,
  counts: CountCache,
  { filter, shown, page, per_page, fields }: DeviceQuery,
): Promise<FoundPage<Row<Device>>> {
  const known = { matches: total, all: await countAll(Device, counts) };
  const data = await rowsById(Device, {
    filter: { ...filter, ...shown },
    projection: toProjection(fields),
    skip: 0,
    limit: per_page,
    after,
    known,
  });
  return { data, page, per_page, total };
}
