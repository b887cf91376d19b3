import { groupBy, inBatches, type BatchOptions } from '@herald/concurrency';
import type { QueryFilter } from 'mongoose';
import { findPlain } from './bulk-write';
import type { Model } from './record';

/** Reads the record of a unique key; undefined: there is none. */
export type ReadRecord<T> = (key: Partial<T>) => Promise<T | undefined>;

/** Reads of one collection; those of concurrent callers are one command for each set of fields. */
export function batchedReads<T>(Collection: Model<T>, options?: BatchOptions): ReadRecord<T> {
  return inBatches<Partial<T>, T | undefined>(async (calls) => {
    const found = await readEach(
      Collection,
      calls.map(({ input }) => input),
    );
    calls.forEach(({ resolve }, at) => resolve(found[at]));
  }, options);
}

/** The records of unique keys, in the order of the keys. */
export async function readEach<T>(Collection: Model<T>, keys: Partial<T>[]): Promise<(T | undefined)[]> {
  const byFields = groupBy(keys, (key) => Object.keys(key).join());
  const found = await Promise.all([...byFields.values()].map((alike) => readAlike(Collection, alike)));
  const records = new Map(found.flat());
  return keys.map((key) => records.get(nameOf(key)));
}

/** May read more than was asked for, such as a device of another company: the name of the key decides. */
async function readAlike<T>(Collection: Model<T>, keys: Partial<T>[]): Promise<[string, T][]> {
  const fields = Object.keys(keys[0]!) as (keyof T)[];
  const wanted = fields.map((field) => [field, { $in: [...new Set(keys.map((key) => key[field]))] }]);
  const found = (await findPlain(Collection, Object.fromEntries(wanted) as QueryFilter<T>)) as T[];
  return found.map((one) => [nameOf(Object.fromEntries(fields.map((field) => [field, one[field]]))), one]);
}

/** The same text for the same key, if its fields come in the same order. */
export const nameOf = (key: object): string => JSON.stringify(Object.entries(key));
