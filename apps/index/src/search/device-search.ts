import { limitConcurrency } from '@herald/concurrency';
import { countCache, idRanges, rarestIndex, type Model, type RangeCounts } from '@herald/persistence';
import type { Device } from '../devices/device.model';
import { smallKinds } from './small-kinds';

export type DeviceSearch = ReturnType<typeof deviceSearch>;

/** Fewer than a process has connections. */
const maxCounts = 8;

/**
 * What the searches of a process share. Fewer than `minMatches` are counted, fetched and sorted as fast as their ranges
 * are counted.
 */
export const deviceSearch = (Device: Model<Device>, { ranges = idRanges(Device), minMatches = 8_000 } = {}) => ({
  Device,
  ranges,
  minMatches,
  small: smallKinds(minMatches),
  countLimit: limitConcurrency({ max: maxCounts }),
  counts: countCache<RangeCounts>(),
  rarestIndex: rarestIndex(Device),
});

export const countAll = async ({ Device, counts }: DeviceSearch): Promise<number> =>
  (await counts.read('all', async () => ({ total: await Device.estimatedDocumentCount() }))).total;
