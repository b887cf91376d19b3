import { mongo } from 'mongoose';
import { cached } from '@herald/concurrency';
import { withinIds, type IdBounds } from './id-ranges';
import type { IndexKey } from './range-counts';
import type { Model } from './record';

/** A condition of a filter, and the index that finds what it matches. */
export type IndexedCondition = { condition: Record<string, unknown>; index: IndexKey };

const ttlMs = 600_000;
/** A longer condition, such as one of a thousand values, is not cached. */
const maxCachedLength = 2_000;
const { EJSON } = mongo.BSON;

/**
 * Chooses the index of the condition that matches the fewest records of a sample. An engine that intersects indexes
 * reads the one of a frequent value to its end.
 */
export function rarestIndex<T>(Collection: Model<T>) {
  const count = async (key: string) => {
    const filter = EJSON.parse(key) as Record<string, unknown>;
    return { matches: await Collection.countDocuments(filter as never, { hint: { _id: 1 } }) };
  };
  const countCached = cached(count, { ttlMs, maxEntries: 1_000 });
  const countInSample = (key: string) => (key.length > maxCachedLength ? count(key) : countCached(key));
  return async (conditions: IndexedCondition[], { sample }: IdBounds): Promise<IndexKey | undefined> => {
    if (conditions.length <= 1) return conditions[0]?.index;
    const keys = conditions.map(({ condition }) => EJSON.stringify({ ...condition, ...withinIds(sample) }));
    const counts = await Promise.all(keys.map(async (key) => (await countInSample(key))!.matches));
    return conditions[counts.indexOf(Math.min(...counts))]!.index;
  };
}
