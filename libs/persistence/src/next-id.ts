import { integer, string } from '@herald/contracts';
import type { Connection } from 'mongoose';
import { retryOnCollision } from './errors';
import { record } from './record';

/** The last id of each sequence; of services with integer ids. */
export const counters = record('counters', {
  internal: { _id: string(), last: integer() },
  personal: [],
  impersonal: ['_id', 'last'],
  shardKey: ['_id'],
});

/**
 * Allocates integer ids, one sequence for each name; for several at once, the result is the last. An id is never
 * allocated twice; gaps are possible.
 */
export function integerIds(database: Connection): (name: string, count?: number) => Promise<number> {
  const Counter = counters.model(database);
  const take = (_id: string, count: number) =>
    Counter.findOneAndUpdate({ _id }, { $inc: { last: count } }, { returnDocument: 'after' }).lean();
  // In two steps: engines may answer each of several colliding upserts with the row it meant to insert, one id for all.
  const begin = (_id: string) =>
    retryOnCollision(async () => Counter.updateOne({ _id }, { $setOnInsert: { last: 0 } }, { upsert: true }));
  return async (name, count = 1) => {
    const known = await take(name, count);
    if (known) return known.last;
    await begin(name);
    return (await take(name, count))!.last;
  };
}

/**
 * Allocates ids of one name from blocks that are reserved in advance, for records that are created often. The rest of a
 * block is a gap when the process ends or a request needs more.
 */
export function idsInBlocks(
  nextId: ReturnType<typeof integerIds>,
  name: string,
  size = 1_000,
): (count?: number) => Promise<number> {
  let block: Promise<{ given: number; last: number }> | undefined;
  return async (count = 1) => {
    for (;;) {
      block ??= nextId(name, Math.max(size, count)).then((last) => ({ given: last - Math.max(size, count), last }));
      const mine = block;
      const ids = await mine.catch((error: unknown) => {
        if (block === mine) block = undefined;
        throw error;
      });
      if (ids.given + count <= ids.last) return (ids.given += count);
      if (block === mine) block = undefined;
    }
  };
}
