import { rowsById, type CountCache, type FoundPage, type Model, type Row } from '@herald/persistence';
import type { visibleTo } from '@herald/subjects';
import { devices, type Device } from '../devices/device.model';

export type DeviceQuery = {
  /** Names the filter and its tenant in the cache of counts. */
  key: string;
  filter: Record<string, unknown>;
  /** What the caller may see of it. */
  shown: ReturnType<typeof visibleTo>;
  /** The share of all devices that a filter of this kind usually matches. */
  expected: 'few' | 'some' | 'many';
  page: number;
  per_page: number;
  /** The fields to read; by default those of an answer. */
  fields?: string[];
};

/**
 * One page of devices in the order of _id, and their total. Where many are expected, the total comes first, because it
 * decides how to read: few matches are fetched by the filter's index and sorted; many are found by a walk along _id.
 */
export async function findDevices(
  Device: Model<Device>,
  counts: CountCache,
  { key, filter: wanted, shown, expected, page, per_page, fields }: DeviceQuery,
): Promise<FoundPage<Row<Device>>> {
  const skip = (page - 1) * per_page;
  const rows = { projection: toProjection(fields), skip, limit: per_page };
  const filter = { ...wanted, ...shown };
  const count = () => counts.read(key, () => countShown(Device, wanted, shown));
  const isLast = ({ length }: Device[]) => length < per_page && (length > 0 || page === 1);
  if (expected !== 'many' && counts.peek(key) === undefined) {
    // A partial page implies the total. Some matches may fill a page: they are counted meanwhile.
    const counting = expected === 'some' ? count() : undefined;
    counting?.catch(() => {});
    const data = await rowsById(Device, { ...rows, filter });
    return { data, page, per_page, total: isLast(data) ? skip + data.length : await (counting ?? count()) };
  }
  const [total, all] = await Promise.all([count(), countAll(Device, counts)]);
  if (skip >= total) return { data: [], page, per_page, total };
  const data = await rowsById(Device, { ...rows, filter, known: { matches: total, all } });
  return { data, page, per_page, total: isLast(data) ? skip + data.length : total };
}

/** An index counts all matches, and another one those that are hidden: no record is read. */
async function countShown(Device: Model<Device>, wanted: DeviceQuery['filter'], shown: DeviceQuery['shown']) {
  const hidden = 'block.is' in shown ? Device.countDocuments({ ...wanted, 'block.is': true }) : 0;
  const [all, fewer] = await Promise.all([Device.countDocuments(wanted), hidden]);
  return Math.max(0, all - fewer);
}

export const countAll = (Device: Model<Device>, counts: CountCache): Promise<number> =>
  counts.read('all', () => Device.estimatedDocumentCount());

/** Top-level fields only: databases refuse overlapping paths such as `apps` and `apps.app_id`. */
export const toProjection = (fields: string[] | undefined): Record<string, 0 | 1> =>
  fields ? Object.fromEntries(fields.map((name) => [name.split('.')[0], 1])) : { ...devices.projection, _id: 1 };
