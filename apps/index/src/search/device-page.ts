import type { IndexedCondition, Row } from '@herald/persistence';
import type { visibleTo } from '@herald/subjects';
import { devices, type Device } from '../devices/device.model';

export type DeviceQuery = {
  /** Names the filter and its tenant in the cache of counts. */
  key: string;
  /** Names its kinds of filters and its tenant. */
  kind: string;
  filter: Record<string, unknown>;
  conditions: IndexedCondition[];
  /** What the caller may see of it. */
  shown: ReturnType<typeof visibleTo>;
  /** The share of all devices that such a filter usually matches. */
  expected: 'few' | 'some' | 'many';
  page: number;
  per_page: number;
  /** The fields to read; by default those of an answer. */
  fields?: string[];
};
export type Found = { data: Row<Device>[]; total: number };

/** What to read of a page. */
export const rowsOf = ({ filter, shown, page, per_page, fields }: DeviceQuery) => ({
  filter: { ...filter, ...shown },
  projection: toProjection(fields),
  skip: (page - 1) * per_page,
  limit: per_page,
});

/** The total that a partial page implies. */
export const totalAt = ({ skip, limit }: { skip: number; limit: number }, { length }: unknown[]): number | undefined =>
  length < limit && (length > 0 || skip === 0) ? skip + length : undefined;

/** Top-level fields only: databases refuse overlapping paths such as `apps` and `apps.app_id`. */
const toProjection = (fields: string[] | undefined): Record<string, 0 | 1> =>
  fields ? Object.fromEntries(fields.map((name) => [name.split('.')[0], 1])) : { ...devices.projection, _id: 1 };
