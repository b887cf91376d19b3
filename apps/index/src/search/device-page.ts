import type { Row } from '@herald/persistence';
import { devices, type Device } from '../devices/device.model';
import type { DeviceQuery } from './device-query';
import { turnOf, type DeviceSearch } from './device-search';

export type FoundDevices = { data: Row<Device>[]; total: number };

/** More whole devices are read in slices. */
const sliceSize = 500;

/** The rows of a query's page, as libs/persistence reads them. */
export function rowsRequest(search: DeviceSearch, query: DeviceQuery) {
  const { filter, shown, page, per_page, fields } = query;
  return {
    filter: { ...filter, ...shown },
    projection: toProjection(fields),
    skip: (page - 1) * per_page,
    limit: per_page,
    slice: sliceSize,
    // Campaigns walk through the ids of millions.
    areSmall: fields?.join() === 'core_id',
    turn: turnOf(search, query),
  };
}

/** The total that a partial page implies. */
export const totalOfPartialPage = (
  { skip, limit }: { skip: number; limit: number },
  { length }: unknown[],
): number | undefined => (length < limit && (length > 0 || skip === 0) ? skip + length : undefined);

/** Top-level fields only: databases refuse overlapping paths such as `apps` and `apps.app_id`. */
const toProjection = (fields: string[] | undefined): Record<string, 0 | 1> =>
  fields ? Object.fromEntries(fields.map((name) => [name.split('.')[0], 1])) : { ...devices.projection, _id: 1 };
