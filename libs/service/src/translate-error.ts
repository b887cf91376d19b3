import { KeysUnavailable } from '@herald/auth';
import { DependencyDown } from '@herald/client';
import { HttpError, insufficientStorage, unavailable } from '@herald/http';
import { BrokerDown, MessageTooLarge } from '@herald/messaging';
import { isDatabaseFull, isTransient } from '@herald/persistence';
import { StorageDown, isOutOfSpace } from '@herald/storage';

/** The answer to errors of the libraries: 503 for a retry, or 413 for a request that makes a message too large. */
export function translateError(error: unknown): HttpError | undefined {
  if (error instanceof MessageTooLarge) return new HttpError(413, { cause: error });
  if (isOutOfSpace(error) || isDatabaseFull(error)) return insufficientStorage({ cause: error });
  const later = [BrokerDown, DependencyDown, KeysUnavailable, StorageDown].some((kind) => error instanceof kind);
  return later || isTransient(error) ? unavailable({ cause: error }) : undefined;
}
