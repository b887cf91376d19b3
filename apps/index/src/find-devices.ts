import { rowsById, type FoundPage, type Model } from '@herald/persistence';
import { shownFields, type Device } from './device.model';
import type { KeptCounts } from './kept-counts';

/** `key` names the filter and whose devices it looks through; `expected`: how many of them it most likely finds. */
export type DeviceQuery = {
  key: string;
  filter: Record<string, unknown>;
  expected: 'few' | 'some' | 'many';
  page: number;
  per_page: number;
};

/**
 * One page of devices in the order of _id, and how many there are. Where many are to be expected, the total comes first,
 * since it tells the better way: few are fetched by the filter's index and sorted; of many, the page is met soon on a
 * walk along _id.
 */
export async function findDevices(
  Device: Model<Device>,
  counts: KeptCounts,
  { key, filter, expected, page, per_page }: DeviceQuery,
): Promise<FoundPage<Device>> {
  const skip = (page - 1) * per_page;
  const rows = { projection: shownFields, skip, limit: per_page };
  const count = () => counts.of(key, () => Device.countDocuments(filter));
  const isLast = ({ length }: Device[]) => length < per_page && (length > 0 || page === 1);
  if (expected !== 'many' && counts.known(key) === undefined) {
    // Few are on one page, which tells the total itself; of some, the count is on its way meanwhile.
    const counted = expected === 'some' ? count() : undefined;
    counted?.catch(() => {});
    const data = await rowsById(Device, { ...rows, filter });
    return { data, page, per_page, total: isLast(data) ? skip + data.length : await (counted ?? count()) };
  }
  const [total, all] = await Promise.all([count(), counts.of('all', () => Device.estimatedDocumentCount())]);
  if (skip >= total) return { data: [], page, per_page, total };
  const data = await rowsById(Device, { ...rows, filter, known: { matches: total, all } });
  return { data, page, per_page, total: isLast(data) ? skip + data.length : total };
}
