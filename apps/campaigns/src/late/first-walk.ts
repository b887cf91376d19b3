import { cached } from '@herald/concurrency';
import { findPlain, type Model } from '@herald/persistence';
import type { Entries } from '../batches/entries.model';
import { countUpTo, deviceHash, entriesIdOf, type Portion } from '../portions/portion.model';

/** Eight bytes a device; the walks of a campaign follow each other within a minute. */
const cacheOptions = { ttlMs: 600_000, maxEntries: 8 };

/**
 * Tells which devices the first walk of a campaign has listed, by their hashes: among ten million devices, one that
 * joins late has the hash of another with a probability of 1 to 28 million.
 */
export function firstWalks({ Portion, Entries }: { Portion: Model<Portion>; Entries: Model<Entries> }) {
  const read = async (campaign_uuid: string): Promise<Float64Array> => {
    const portions = await Portion.find({ campaign_uuid }).lean();
    const hashes = new Float64Array(sum(portions.flatMap(({ sizes }) => sizes)));
    let count = 0;
    for (const portion of portions) {
      const ids = portion.sizes.map((_, index) => entriesIdOf(portion, index));
      const found = await findPlain(Entries, { _id: { $in: ids } }, ['core_ids']);
      for (const { core_ids } of found) for (const coreId of core_ids) hashes[count++] = deviceHash(coreId);
    }
    return hashes.subarray(0, count).sort();
  };
  const hashesOf = cached(read, cacheOptions);
  return async (campaignUuid: string): Promise<(coreId: string) => boolean> => {
    const hashes = (await hashesOf(campaignUuid))!;
    return (coreId) => holds(hashes, deviceHash(coreId));
  };
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

const holds = (hashes: Float64Array, hash: number): boolean => hashes[countUpTo(hashes, hash) - 1] === hash;
