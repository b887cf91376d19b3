import { damaged, type Missing, type SideConflict, type SideName } from '@herald/card-reader';
import { badRequest, invalid, unavailable, type HttpError } from '@herald/http';
import type { Sides } from './card-readers';
import { CardLost, ReadTimedOut } from './reader-protocol';

/** What every 503 of reading says. */
export const unresolved = { message: 'Bad Gateway', errors: 'Unable to resolve the solicitude, try later' };

/** Neither form of a side was given, or both. */
export const notOneForm = (side: SideName): HttpError =>
  badRequest({ errors: `Pass only a file or a base64 string with the ${side} side` });

/** A picture that is no picture we read, or a dangerous one. */
export const refusedPicture = (field: string, reason: string): HttpError => invalid({ errors: { [field]: [reason] } });

/** Two pictures that are not the two sides of one card; names fields, never values. */
export function refusedSides(fields: Sides<string>, conflict: SideConflict): HttpError {
  const reason =
    conflict.kind === 'same_side'
      ? 'Both pictures show the same side of the card'
      : `The sides contradict each other in ${conflict.fields.join(', ')}`;
  return invalid({ errors: { [fields.front]: [reason], [fields.back]: [reason] } });
}

/** A picture that ended its reader is refused; any other loss is ours. */
export function lostCard(fields: Sides<string>, error: unknown): unknown {
  if (!(error instanceof CardLost)) return error;
  if (error.side === null) return readerFailed(error);
  const reason = error instanceof ReadTimedOut ? 'The image takes too long to decode' : damaged().message;
  return refusedPicture(fields[error.side], reason);
}

/** The least that makes a credential was not found; says what is missing and why, never what was seen. */
export function minimumMissing(missing: Missing[]): HttpError {
  const named = missing.map(({ field, reason }) => `${field} (${reason.replaceAll('_', ' ')})`);
  return invalid({
    errors: `Cannot extract the minimum field expected, use another picture: missing ${named.join(', ')}`,
  });
}

export const noSlot = (): HttpError => unavailable(unresolved, 5);
export const readerFailed = (cause?: unknown): HttpError => unavailable({ ...unresolved, cause }, 10);
