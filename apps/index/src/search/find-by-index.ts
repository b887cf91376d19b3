import { rowsById, type Model, type RangeCounts } from '@herald/persistence';
import type { Device } from '../devices/device.model';
import { rowsRequest, totalOfPartialPage, type FoundDevices } from './device-page';
import type { DeviceQuery } from './device-query';
import { countAll, turnOf, type DeviceSearch } from './device-search';

/** One page of devices, and their total: rows first where they may be few, because a partial page implies the total. */
export async function findByIndex(search: DeviceSearch, query: DeviceQuery): Promise<FoundDevices> {
  const isRowsFirst = query.expectedShare !== 'many' && search.counts.peek(query.key) === undefined;
  return isRowsFirst ? findRowsFirst(search, query) : findTotalFirst(search, query);
}

async function findRowsFirst(search: DeviceSearch, query: DeviceQuery): Promise<FoundDevices> {
  const rows = rowsRequest(search, query);
  // Some matches may fill a page: they are counted meanwhile.
  const counting = query.expectedShare === 'some' ? readTotal(search, query) : undefined;
  counting?.catch(() => {});
  const data = await rowsById(search.Device, rows);
  return { data, total: totalOfPartialPage(rows, data) ?? (await (counting ?? readTotal(search, query))) };
}

/** The total decides how to read: few matches are fetched and sorted; many are found by a scan along _id. */
async function findTotalFirst(search: DeviceSearch, query: DeviceQuery): Promise<FoundDevices> {
  const rows = rowsRequest(search, query);
  const [total, all] = await Promise.all([readTotal(search, query), countAll(search)]);
  if (rows.skip >= total) return { data: [], total };
  const data = await rowsById(search.Device, { ...rows, known: { matches: total, all } });
  return { data, total: totalOfPartialPage(rows, data) ?? total };
}

async function readTotal(search: DeviceSearch, query: DeviceQuery): Promise<number> {
  const { key, filter, shown } = query;
  const turn = turnOf(search, query);
  return (await search.counts.read(key, () => turn(() => countShown(search.Device, filter, shown)))).total;
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
