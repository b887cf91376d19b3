import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from '@herald/persistence';

const maxTries = 40;

/**
 * Changes the record of a unique key by compare-and-set on its revision, and retries after a concurrent write. `change`
 * returns the same record for no change. Undefined: no such record.
 */
export async function updateOptimistically<T extends { revision: number }>(
  Collection: Model<T>,
  key: object,
  change: (record: T) => T,
): Promise<{ before: T; after: T } | undefined> {
  for (let attempt = 1; attempt <= maxTries; attempt++) {
    const before = await Collection.findOne(key).lean();
    if (!before) return undefined;
    const after = change(before);
    if (after === before) return { before, after };
    const unchanged: object = { ...key, revision: before.revision };
    const { matchedCount } = await Collection.replaceOne(unchanged, { ...after, revision: before.revision + 1 });
    if (matchedCount === 1) return { before, after };
    await sleep(Math.random() * Math.min(100, 4 * attempt));
  }
  throw new Error('Too many concurrent updates of one record');
}
