import type { Missing } from '@herald/card-reader';
import { badRequest, invalid, unavailable, type HttpError } from '@herald/http';

export type Side = 'front' | 'back';

/** What every 503 of reading says. */
export const unresolved = { message: 'Bad Gateway', errors: 'Unable to resolve the solicitude, try later' };

/** Neither form of a side was given, or both. */
export const notOneForm = (side: Side): HttpError =>
  badRequest({ errors: `Pass only a file or a base64 string with the ${side} side` });

/** A picture that is no picture we read, or a dangerous one. */
export const refusedPicture = (field: string, reason: string): HttpError => invalid({ errors: { [field]: [reason] } });

/** The least that makes a credential was not found; says what is missing and why, never what was seen. */
export function minimumMissing(missing: Missing[]): HttpError {
  const named = missing.map(({ field, reason }) => `${field} (${reason.replaceAll('_', ' ')})`);
  return invalid({
    errors: `Cannot extract the minimum field expected, use another picture: missing ${named.join(', ')}`,
  });
}

export const noPlace = (): HttpError => unavailable(unresolved, 5);
export const readerFailed = (cause?: unknown): HttpError => unavailable({ ...unresolved, cause }, 10);
