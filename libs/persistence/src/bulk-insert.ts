import { mongo } from 'mongoose';
import { duplicateKeys } from './errors';
import type { Model } from './record';

type InsertAnswer = { writeErrors?: { code: number; errmsg?: string }[] };
const duplicateKey = 11000;

/**
 * Inserts records in one command without casting them, for callers that insert hundreds of thousands: mongoose's and
 * the driver's work for each record costs more than the insertion. Records whose key exists are left out; the command
 * must stay below 16 MB.
 */
export async function bulkInsert<T>(Collection: Model<T>, records: T[]): Promise<{ hadDuplicates: boolean }> {
  const insert = { insert: Collection.collection.collectionName, documents: records, ordered: false };
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
