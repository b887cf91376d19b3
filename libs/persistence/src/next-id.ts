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

/** Ids one by one, taken from the counter some at a time: for what is created often. What a process has left at its end is a gap. */
export function idsInBlocks(nextId: ReturnType<typeof integerIds>, name: string, size = 100): () => Promise<number> {
  let block: Promise<{ next: number; last: number }> | undefined;
  return async () => {
    for (;;) {
      block ??= nextId(name, size).then((last) => ({ next: last - size + 1, last }));
      const mine = block;
      const ids = await mine.catch((error: unknown) => {
        if (block === mine) block = undefined;
        throw error;
      });
      if (ids.next <= ids.last) return ids.next++;
      if (block === mine) block = undefined;
    }
  };
}
