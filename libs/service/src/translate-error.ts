import { KeysUnavailable } from '@herald/auth';
import { DependencyDown } from '@herald/client';
import { HttpError, insufficientStorage, unavailable } from '@herald/http';
import { BrokerDown, MessageTooLarge } from '@herald/messaging';
import { mayWorkLater } from '@herald/persistence';
import { StorageDown } from '@herald/storage';

/** The answer for errors of the libraries: retry later, or a request that makes a message too large for the broker. */
export function translateError(error: unknown): HttpError | undefined {
  if (error instanceof MessageTooLarge) return new HttpError(413, { cause: error });
  if (isDiskFull(error)) return insufficientStorage({ cause: error });
  const later = [BrokerDown, DependencyDown, KeysUnavailable, StorageDown].some((kind) => error instanceof kind);
  return later || mayWorkLater(error) ? unavailable({ cause: error }) : undefined;
}

const outOfSpace: unknown[] = ['ENOSPC', 'EDQUOT', 14031];

/** The disk of uploads, or the database's own (14031: OutOfDiskSpace). */
const isDiskFull = (error: unknown) => outOfSpace.includes((error as { code?: unknown } | null)?.code);
