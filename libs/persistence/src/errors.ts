import { mongo } from 'mongoose';

/** The keys of the unique index that refused a write; undefined for any other error. */
export function duplicateKeys(error: unknown): string[] | undefined {
  if (!isServerError(error) || error.code !== 11000) return undefined;
  return Object.keys((error as { keyPattern?: object }).keyPattern ?? writeErrorPattern(error) ?? {});
}

/** MongoDB's WriteConflict, and the deadlock of an engine that is PostgreSQL within: a write was undone for another's sake. */
const undoneCodes: unknown[] = [112, 16908292];

const isUndone = (error: unknown): boolean => isServerError(error) && undoneCodes.includes(error.code);

/** True when the same may work a moment later: the database was not reached, did not answer in time, or undid a write. */
export function mayWorkLater(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isUndone(error)) return true;
  const { MongoNetworkError, MongoServerSelectionError, MongoNotConnectedError, MongoTopologyClosedError } = mongo;
  const down = [MongoNetworkError, MongoServerSelectionError, MongoNotConnectedError, MongoTopologyClosedError];
  if (down.some((kind) => error instanceof kind)) return true;
  return /^(MongoPoolClear|MongoWaitQueueTimeout|MongoOperationTimeout|MongooseServerSelection)/.test(error.name);
}

function isServerError(error: unknown): error is mongo.MongoServerError {
  return error instanceof mongo.MongoServerError;
}

/** A bulk write hides the pattern in its first error. */
function writeErrorPattern(error: unknown): object | undefined {
  const [first] = [(error as { writeErrors?: unknown }).writeErrors].flat();
  return (first as { err?: { keyPattern?: object } } | undefined)?.err?.keyPattern;
}

/** Upserts of one new key at the same moment may collide; the second try finds what the first one made. */
export async function againOnCollision<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (!duplicateKeys(error) && !isUndone(error)) throw error;
    return upsert();
  }
}
