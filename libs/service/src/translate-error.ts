import { KeysUnavailable } from '@herald/auth';
import { DependencyDown } from '@herald/client';
import { HttpError, unavailable } from '@herald/http';
import { BrokerDown, MessageTooLarge } from '@herald/messaging';
import { mayWorkLater } from '@herald/persistence';

/** The answer for errors of the libraries: retry later, or a request that makes a message too large for the broker. */
export function translateError(error: unknown): HttpError | undefined {
  if (error instanceof MessageTooLarge) return new HttpError(413, { cause: error });
  const later = [BrokerDown, DependencyDown, KeysUnavailable].some((kind) => error instanceof kind);
  return later || mayWorkLater(error) ? unavailable({ cause: error }) : undefined;
}
