import type { Connection } from 'mongoose';
import { collection } from './collection';
import { againOnCollision } from './errors';

const counterModel = collection<{ _id: string; last: number }>('counters', { fields: { _id: String, last: Number } });

/** Gives integer ids, one row of numbers for each name. A number once given never comes again; gaps are possible. */
export function integerIds(database: Connection): (name: string) => Promise<number> {
  const Counter = counterModel(database);
  return async (name) => {
    const options = { upsert: true, returnDocument: 'after', lean: true } as const;
    const increment = { $inc: { last: 1 } };
    const counter = await againOnCollision(async () => Counter.findOneAndUpdate({ _id: name }, increment, options));
    return counter!.last;
  };
}
