import { limitInTurns, type Limit } from '@herald/concurrency';
import { countCache, idRanges, rarestIndex, type Model, type RangeCounts } from '@herald/persistence';
import type { Device } from '../devices/device.model';
import type { DeviceQuery } from './device-query';
import { smallKinds } from './small-kinds';

export type DeviceSearch = ReturnType<typeof deviceSearch>;

/** Of all searches of a process, in flight: more delay what is no search, in the engine. */
const maxCommands = 3;

/**
 * What the searches of a process share. Fewer than `minMatches` are counted, fetched and sorted as fast as their ranges
 * are counted.
 */
export const deviceSearch = (Device: Model<Device>, { ranges = idRanges(Device), minMatches = 8_000 } = {}) => ({
  Device,
  ranges,
  minMatches,
  small: smallKinds(minMatches),
  inTurns: limitInTurns({ max: maxCommands }),
  counts: countCache<RangeCounts>(),
  rarestIndex: rarestIndex(Device),
});

/** The turn of a query's tenant, for each of its commands. */
export const turnOf =
  ({ inTurns }: DeviceSearch, { tenant }: Pick<DeviceQuery, 'tenant'>): Limit =>
  (run) =>
    inTurns(tenant, run);

export const countAll = async ({ Device, counts }: DeviceSearch): Promise<number> =>
  (await counts.read('all', async () => ({ total: await Device.estimatedDocumentCount() }))).total;
