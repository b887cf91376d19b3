import type { Row } from '@herald/persistence';
import { devices, type Device } from '../devices/device.model';
import type { DeviceQuery } from './device-query';

export type FoundDevices = { data: Row<Device>[]; total: number };

/** The rows of a query's page, as libs/persistence reads them. */
export const rowsRequest = ({ filter, shown, page, per_page, fields }: DeviceQuery) => ({
  filter: { ...filter, ...shown },
  projection: toProjection(fields),
  skip: (page - 1) * per_page,
  limit: per_page,
});

/** The total that a partial page implies. */
export const totalOfPartialPage = (
  { skip, limit }: { skip: number; limit: number },
  { length }: unknown[],
): number | undefined => (length < limit && (length > 0 || skip === 0) ? skip + length : undefined);

/** Top-level fields only: databases refuse overlapping paths such as `apps` and `apps.app_id`. */
const toProjection = (fields: string[] | undefined): Record<string, 0 | 1> =>
  fields ? Object.fromEntries(fields.map((name) => [name.split('.')[0], 1])) : { ...devices.projection, _id: 1 };
