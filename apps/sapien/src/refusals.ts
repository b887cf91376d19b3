import { damaged, type Missing, type SideConflict, type SideName } from '@herald/card-reader';
import { badRequest, invalid, unavailable, type HttpError } from '@herald/http';
import type { Sides } from './readers/card-readers';
import { CardNotRead, PictureRefused, ReadTimedOut } from './readers/reader-protocol';

/** The answer of every 503 of reading. */
export const unavailableAnswer = { message: 'Bad Gateway', errors: 'Unable to resolve the solicitude, try later' };

/** A side was sent neither as a file nor as base64, or as both. */
export const ambiguousSide = (side: SideName): HttpError =>
  badRequest({ errors: `Pass only a file or a base64 string with the ${side} side` });

export const invalidPicture = (field: string, reason: string): HttpError => invalid({ errors: { [field]: [reason] } });

type ConflictOfBack = Extract<SideConflict, { kind: 'illegible_back' | 'missing_zone' }>;
type ConflictOfSides = Exclude<SideConflict, ConflictOfBack>;

const reasonsOfBack: Record<ConflictOfBack['kind'], string> = {
  illegible_back: 'The back cannot be read',
  missing_zone: 'The back has no machine readable zone, which every card of this country has there',
};

function reasonOfConflict(conflict: ConflictOfSides): string {
  if (conflict.kind === 'same_side') return 'Both pictures show the same side of the card';
  if (conflict.kind === 'contradiction') return `The sides contradict each other in ${conflict.fields.join(', ')}`;
  if (conflict.kind === 'unconfirmed')
    return `The back names a person in ${conflict.fields.join(', ')}, and the front confirms none of it`;
  return 'The pictures show cards of different countries';
}

/** The pictures are not the two sides of one card. Names fields, never values. */
export function conflictingSides(fields: Sides<string>, conflict: SideConflict, swapped = false): HttpError {
  if (conflict.kind === 'illegible_back' || conflict.kind === 'missing_zone')
    return invalidPicture(swapped ? fields.front : fields.back, reasonsOfBack[conflict.kind]);
  const reason = reasonOfConflict(conflict);
  return invalid({ errors: { [fields.front]: [reason], [fields.back]: [reason] } });
}

/** A picture that failed to decode is a 422; any other failure of reading is a 503. */
export function unreadCard(fields: Sides<string>, error: unknown): unknown {
  if (!(error instanceof CardNotRead)) return error;
  if (error.side === null) return readerFailed(error);
  return invalidPicture(fields[error.side], reasonOf(error));
}

function reasonOf(error: CardNotRead): string {
  if (error instanceof ReadTimedOut) return 'The image takes too long to decode';
  return error instanceof PictureRefused ? error.message : damaged().message;
}

/** Required fields are missing. Names fields and reasons, never values. */
export function missingMinimum(missing: Missing[]): HttpError {
  const fields = missing.map(({ field, reason, side }) => {
    const about = reason.replaceAll('_', ' ');
    return `${field} (${side ? `${side}: ${about}` : about})`;
  });
  return invalid({
    errors: `Cannot extract the minimum field expected, use another picture: missing ${fields.join(', ')}`,
  });
}

export const noSlot = (): HttpError => unavailable(unavailableAnswer, 5);
export const readerFailed = (cause?: unknown): HttpError => unavailable({ ...unavailableAnswer, cause }, 10);
