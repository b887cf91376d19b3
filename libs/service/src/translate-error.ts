import { KeysUnavailable } from '@herald/auth';
import { DependencyDown } from '@herald/client';
import { unavailable, type HttpError } from '@herald/http';
import { BrokerDown } from '@herald/messaging';
import { mayWorkLater } from '@herald/persistence';

/** Errors that mean "come again later", whatever they were doing. */
export function translateError(error: unknown): HttpError | undefined {
  const later = [BrokerDown, DependencyDown, KeysUnavailable].some((kind) => error instanceof kind);
  return later || mayWorkLater(error) ? unavailable({ cause: error }) : undefined;
}
