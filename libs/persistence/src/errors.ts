import { setTimeout as sleep } from 'node:timers/promises';
import { mongo } from 'mongoose';

export const duplicateKey = 11000;

/** The keys of the unique index that a write violated; undefined for any other error. */
export function duplicateKeys(error: unknown): string[] | undefined {
  if (!isServerError(error) || error.code !== duplicateKey) return undefined;
  return Object.keys((error as { keyPattern?: object }).keyPattern ?? writeErrorPattern(error) ?? {});
}

/** MongoDB's WriteConflict, and the deadlock of an engine built on PostgreSQL: the write was rolled back. */
const rollbackCodes: unknown[] = [112, 16908292];

export const isRolledBack = (error: unknown): error is mongo.MongoServerError =>
  isServerError(error) && rollbackCodes.includes(error.code);

/**
 * A member of a replica set that is not, or no longer, its primary: NotWritablePrimary, PrimarySteppedDown,
 * InterruptedDueToReplStateChange, InterruptedAtShutdown, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary,
 * ShutdownInProgress, and a write whose majority did not answer in time. The driver looks for the new primary itself.
 */
const notPrimaryCodes: unknown[] = [10107, 189, 11602, 11600, 13435, 13436, 91, 64];

const isNotPrimary = (error: Error): boolean => isServerError(error) && notPrimaryCodes.includes(error.code);

/** True if a retry may succeed: the database was not reachable, timed out, or rolled back the write. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isRolledBack(error) || isNotPrimary(error)) return true;
  const { MongoNetworkError, MongoServerSelectionError, MongoNotConnectedError, MongoTopologyClosedError } = mongo;
  const down = [MongoNetworkError, MongoServerSelectionError, MongoNotConnectedError, MongoTopologyClosedError];
  if (down.some((kind) => error instanceof kind)) return true;
  return /^(MongoPoolClear|MongoWaitQueueTimeout|MongoOperationTimeout|MongooseServerSelection)/.test(error.name);
}

function isServerError(error: unknown): error is mongo.MongoServerError {
  return error instanceof mongo.MongoServerError;
}

/** A bulk write has the pattern in its first error. */
function writeErrorPattern(error: unknown): object | undefined {
  const [first] = [(error as { writeErrors?: unknown }).writeErrors].flat();
  return (first as { err?: { keyPattern?: object } } | undefined)?.err?.keyPattern;
}

const maxUpserts = 5;

/**
 * Concurrent upserts of one new key may collide; a later try finds the record of the first. The tries are spread over
 * time: an engine that finds deadlocks would roll back all those that return at once.
 */
export async function retryOnCollision<T>(upsert: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await upsert();
    } catch (error) {
      const isCollision = duplicateKeys(error) !== undefined || isRolledBack(error);
      if (!isCollision || attempt === maxUpserts) throw error;
      await sleep(Math.random() * 100 * attempt);
    }
  }
}

/** True if the database's disk is full (OutOfDiskSpace). */
export const isDatabaseFull = (error: unknown): boolean => isServerError(error) && error.code === 14031;
