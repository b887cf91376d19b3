import { rowsById, type FoundPage, type Model, type RangeCounts, type Row } from '@herald/persistence';
import type { Device } from '../devices/device.model';
import { rowsOf, totalAt, type DeviceQuery, type Found } from './device-page';
import { countAll, type DeviceSearch } from './device-search';
import { findInRanges } from './find-in-ranges';

/** One page of devices in the order of _id, and their total. */
export async function findDevices(search: DeviceSearch, query: DeviceQuery): Promise<FoundPage<Row<Device>>> {
  const { kind, expected, conditions, page, per_page } = query;
  const isSmall = expected === 'few' || conditions.length === 0 || search.small.has(kind);
  const bounds = isSmall ? undefined : search.ranges.peek();
  const found = (bounds && (await findInRanges(search, query, bounds))) ?? (await findByPlan(search, query));
  search.small.note(kind, found.total);
  return { ...found, page, per_page };
}

/**
 * Where many are expected, the total comes first, because it decides how to read: few matches are fetched by the
 * filter's index and sorted; many are found by a walk along _id.
 */
async function findByPlan(search: DeviceSearch, query: DeviceQuery): Promise<Found> {
  const { Device, counts } = search;
  const { key, filter: wanted, shown, expected } = query;
  const rows = rowsOf(query);
  const count = async () => (await counts.read(key, () => countShown(Device, wanted, shown))).total;
  if (expected !== 'many' && counts.peek(key) === undefined) {
    // A partial page implies the total. Some matches may fill a page: they are counted meanwhile.
    const counting = expected === 'some' ? count() : undefined;
    counting?.catch(() => {});
    const data = await rowsById(Device, rows);
    return { data, total: totalAt(rows, data) ?? (await (counting ?? count())) };
  }
  const [total, all] = await Promise.all([count(), countAll(search)]);
  if (rows.skip >= total) return { data: [], total };
  const data = await rowsById(Device, { ...rows, known: { matches: total, all } });
  return { data, total: totalAt(rows, data) ?? total };
}

/** An index counts all matches, and another one those that are hidden: no record is read. */
async function countShown(
  Device: Model<Device>,
  wanted: DeviceQuery['filter'],
  shown: DeviceQuery['shown'],
): Promise<RangeCounts> {
  const hidden = 'block.is' in shown ? Device.countDocuments({ ...wanted, 'block.is': true }) : 0;
  const [all, fewer] = await Promise.all([Device.countDocuments(wanted), hidden]);
  return { total: Math.max(0, all - fewer) };
}
