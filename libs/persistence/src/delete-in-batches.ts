import type { QueryFilter } from 'mongoose';
import type { Model } from './record';

const batchSize = 5_000;

/** Deletes all matches in batches: one command over millions would exceed its timeout and block others. */
export async function deleteInBatches<T>(
  Collection: Model<T>,
  filter: QueryFilter<T>,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  while (!signal.aborted) {
    const found = await Collection.find(filter, { _id: 1 }).limit(batchSize).lean<{ _id: unknown }[]>();
    if (found.length === 0) break;
    const { deletedCount } = await Collection.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } } as never);
    deleted += deletedCount;
  }
  return deleted;
}
