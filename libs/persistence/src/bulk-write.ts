import { mongo, type QueryFilter as Filter, type UpdateQuery as UpdateFilter } from 'mongoose';
import { recordsPerReply, writeConcern } from './connect';
import { duplicateKey, duplicateKeys } from './errors';
import type { Model } from './record';

type InsertAnswer = { writeErrors?: { code: number; errmsg?: string }[] };

/**
 * Inserts records in one command without casting them, for callers that insert hundreds of thousands: mongoose's and
 * the driver's work for each record costs more than the insertion. Records whose key exists are left out; the command
 * must stay below 16 MB.
 */
export async function bulkInsert<T>(Collection: Model<T>, records: T[]): Promise<{ hadDuplicates: boolean }> {
  const insert = { insert: Collection.collection.collectionName, documents: records, ordered: false, writeConcern };
  const { writeErrors = [] } = (await Collection.db.db!.command(insert)) as InsertAnswer;
  const other = writeErrors.find(({ code }) => code !== duplicateKey);
  if (other) throw new mongo.MongoServerError({ message: 'The database refused a record', code: other.code });
  return { hadDuplicates: writeErrors.length > 0 };
}

/** Inserts records of any size without casting them; records whose key exists are left out. */
export async function insertMissing<T>(Collection: Model<T>, records: T[]): Promise<void> {
  await Collection.collection.insertMany(records as never[], { ordered: false }).catch((error: unknown) => {
    if (!duplicateKeys(error)) throw error;
  });
}

export type Update<T> = { filter: Filter<T>; update: UpdateFilter<T> };

/** Updates at most one record for each filter, in one round trip and without casting. */
export async function bulkUpdate<T>(Collection: Model<T>, updates: Update<T>[]): Promise<void> {
  if (updates.length === 0) return;
  const writes = updates.map((updateOne) => ({ updateOne }));
  await Collection.collection.bulkWrite(writes as never, { ordered: false });
}

/** Updates all records that match, without casting: for filters with thousands of ids. Gives the number of changes. */
export async function updateMatching<T>(
  Collection: Model<T>,
  filter: Filter<T>,
  update: UpdateFilter<T>,
): Promise<number> {
  return (await Collection.collection.updateMany(filter as never, update as never)).modifiedCount;
}

/**
 * Reads records, or some of their fields, without casting the filter: for look-ups for each device of a campaign. They
 * are parsed here, once: while commands are observed, the driver parses each reply once more for its event.
 */
export async function findPlain<T, Name extends keyof T & string = keyof T & string>(
  Collection: Model<T>,
  filter: Filter<T>,
  names: readonly Name[] = [],
): Promise<Pick<T, Name>[]> {
  // The database adds the _id to the fields that are asked for.
  const withoutId = names.length > 0 && !names.includes('_id' as Name) ? { _id: 0 } : {};
  const projection = { ...withoutId, ...Object.fromEntries(names.map((name) => [name, 1])) };
  const options = { projection, batchSize: recordsPerReply, raw: true };
  const found = (await Collection.collection.find(filter as never, options).toArray()) as unknown[] as Uint8Array[];
  return found.map((bytes) => mongo.BSON.deserialize(bytes) as Pick<T, Name>);
}
