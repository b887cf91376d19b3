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

const isDiskFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');
