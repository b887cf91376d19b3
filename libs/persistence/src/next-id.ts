import type { Connection } from 'mongoose';
import { collection } from './collection';
import { againOnCollision } from './errors';

const counterModel = collection<{ _id: string; last: number }>('counters', { fields: { _id: String, last: Number } });

/**
 * Gives integer ids, one row of numbers for each name; of several at once, the last is given. A number once given never
 * comes again; gaps are possible.
 */
export function integerIds(database: Connection): (name: string, count?: number) => Promise<number> {
  const Counter = counterModel(database);
  const take = (_id: string, count: number) =>
    Counter.findOneAndUpdate({ _id }, { $inc: { last: count } }, { returnDocument: 'after', lean: true });
  // In two steps: of upserts that collide, an engine may answer each with the row that it meant to insert: one id for many.
  const begin = (_id: string) =>
    againOnCollision(async () => Counter.updateOne({ _id }, { $setOnInsert: { last: 0 } }, { upsert: true }));
  return async (name, count = 1) => {
    const known = await take(name, count);
    if (known) return known.last;
    await begin(name);
    return (await take(name, count))!.last;
  };
}

/**
 * As integerIds for one name, from blocks that are taken in advance: for what is created often. What a process has left of a
 * block at its end, or is too little for a request, is a gap.
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
