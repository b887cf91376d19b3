import { mongo, type Model } from 'mongoose';

type InsertAnswer = { writeErrors?: { code: number; errmsg?: string }[] };
const duplicateKey = 11000;

/**
 * Inserts records in one command, as they are: for the places where hundreds of thousands come, and where the care of mongoose
 * and of the driver's bulk for each one costs more than the insertion. Records whose key is taken are left out; tells whether
 * there were any.
 */
export async function insertAsTheyAre<T>(Collection: Model<T>, records: T[]): Promise<{ someWereThere: boolean }> {
  const insert = { insert: Collection.collection.collectionName, documents: records, ordered: false };
  const { writeErrors = [] } = (await Collection.db.db!.command(insert)) as InsertAnswer;
  const other = writeErrors.find(({ code }) => code !== duplicateKey);
  if (other) throw new mongo.MongoServerError({ message: 'The database refused a record', code: other.code });
  return { someWereThere: writeErrors.length > 0 };
}
