import { writeCursor, type Cursor, type Page } from '@herald/http';
import { rowsById, type FoundPage, type Model, type Row } from '@herald/persistence';
import { shownFields, type Device } from './device.model';
import type { KeptCounts } from './kept-counts';

/** `key` names the filter and whose devices it looks through; `expected`: how many of them it most likely finds. */
export type DeviceQuery = {
  key: string;
  filter: Record<string, unknown>;
  expected: 'few' | 'some' | 'many';
  page: number;
  per_page: number;
  /** The fields to read; without it, all that an answer shows. */
  fields?: string[];
};

/**
 * One page of devices in the order of _id, and how many there are. Where many are to be expected, the total comes first,
 * since it tells the better way: few are fetched by the filter's index and sorted; of many, the page is met soon on a
 * walk along _id.
 */
export async function findDevices(
  Device: Model<Device>,
  counts: KeptCounts,
  { key, filter, expected, page, per_page, fields }: DeviceQuery,
): Promise<FoundPage<Row<Device>>> {
  const skip = (page - 1) * per_page;
  const rows = { projection: partsOf(fields), skip, limit: per_page };
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

/**
 * The devices that come after those a walk has given, and where it goes on. The order is that of _id, which no update
 * changes: whoever was there when the walk began is met once. The cursor carries the total from the walk's beginning, so
 * that no page counts.
 */
export async function walkDevices(
  Device: Model<Device>,
  counts: KeptCounts,
  { from, ...query }: DeviceQuery & { from?: Cursor },
): Promise<Page<Device>> {
  const found = from ? await devicesAfter(from, Device, counts, query) : await findDevices(Device, counts, query);
  const { data, per_page, total } = found;
  const next = data.length < per_page ? null : writeCursor({ id: String(data.at(-1)!._id), total });
  return { ...found, next };
}

async function devicesAfter(
  { id: after, total }: Cursor,
  Device: Model<Device>,
  counts: KeptCounts,
  { filter, page, per_page, fields }: DeviceQuery,
): Promise<FoundPage<Row<Device>>> {
  const all = await counts.of('all', () => Device.estimatedDocumentCount());
  const rows = { filter, projection: partsOf(fields), skip: 0, limit: per_page, after, known: { matches: total, all } };
  return { data: await rowsById(Device, rows), page, per_page, total };
}

/** Whole parts alone: two that overlap, such as `apps` and `apps.app_id`, no engine takes together. */
function partsOf(fields: string[] | undefined): Record<string, 0 | 1> {
  return fields ? Object.fromEntries(fields.map((name) => [name.split('.')[0], 1])) : shownFields;
}
