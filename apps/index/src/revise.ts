import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from '@herald/persistence';

/** A record that knows how often it was written, so that nobody overwrites what he has not seen. */
export type Revised = { revision: number };

const mostTries = 40;

/**
 * Changes one record; begins again where somebody else wrote it in between. `change` gives the very same record when
 * there is nothing to write. Undefined: no such record.
 */
export async function revise<T extends Revised>(
  Collection: Model<T>,
  filter: object,
  change: (record: T) => T,
): Promise<{ before: T; after: T } | undefined> {
  for (let attempt = 1; attempt <= mostTries; attempt++) {
    const before = await Collection.findOne(filter).lean<T & { _id: unknown }>();
    if (!before) return undefined;
    const after = change(before);
    if (after === before) return { before, after };
    const unseen = { _id: before._id, revision: before.revision } as object;
    const { matchedCount } = await Collection.replaceOne(unseen, { ...after, revision: before.revision + 1 } as never);
    if (matchedCount === 1) return { before, after };
    await sleep(Math.random() * Math.min(100, 4 * attempt));
  }
  throw new Error('Others kept writing the same record');
}
