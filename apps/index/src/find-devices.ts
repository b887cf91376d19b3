import type { FoundPage, Model } from '@herald/persistence';
import { shownFields, type Device } from './device.model';
import type { KeptCounts } from './kept-counts';

/** `key` names the filter and whose devices it looks through. */
export type DeviceQuery = { key: string; filter: Record<string, unknown>; page: number; per_page: number };
type Rows = { skip: number; per_page: number; inOrder: boolean };

/** When the walk along _id finds less than hoped, the index of the filter serves after all. */
const patienceMs = 200;
const timeExpired = 50;

/**
 * One page of devices in the order of _id, and how many there are. The total comes first, since it tells the better way:
 * few are fetched by the filter's index and sorted; of many, the page is met soon on a walk along _id.
 */
export async function findDevices(
  Device: Model<Device>,
  counts: KeptCounts,
  { key, filter, page, per_page }: DeviceQuery,
): Promise<FoundPage<Device>> {
  const [total, all] = await Promise.all([
    counts(key, () => Device.countDocuments(filter)),
    counts('all', () => Device.estimatedDocumentCount()),
  ]);
  const skip = (page - 1) * per_page;
  if (skip >= total) return { data: [], page, per_page, total };
  const walked = ((skip + per_page) * Math.max(all, total)) / total;
  const isLast = ({ length }: Device[]) => length > 0 && length < per_page;
  const data = await readRows(Device, filter, { skip, per_page, inOrder: walked < total });
  return { data, page, per_page, total: isLast(data) ? skip + data.length : total };
}

async function readRows(Device: Model<Device>, filter: object, { skip, per_page, inOrder }: Rows): Promise<Device[]> {
  const rows = () => Device.find(filter, shownFields).sort({ _id: 1 }).skip(skip).limit(per_page).lean<Device[]>();
  if (!inOrder) return rows();
  try {
    return await rows().hint({ _id: 1 }).maxTimeMS(patienceMs);
  } catch (error) {
    if ((error as { code?: unknown }).code !== timeExpired) throw error;
    return rows();
  }
}
