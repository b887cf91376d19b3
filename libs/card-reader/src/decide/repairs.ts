import { isMisspelt } from '../countries/nationalities';
import { sliceSpan } from '../read/mrz-check-digits';
import type { MrzReading } from '../read/read-mrz';
import type { FieldName, Repair } from '../reading';
import { isWrittenExactly, parseDate } from '../text/dates';
import { alphanumeric } from '../text/misread-characters';
import { type FieldCandidate, candidatesFor } from './field-candidates';
import { agree, isNumber } from './agree';

/** Which sources of a value were not read letter by letter as it is answered. Each text and value once. */
export function repairsOf(
  field: FieldName,
  value: string | null,
  candidates: FieldCandidate[],
  mrz: MrzReading | null,
) {
  if (value === null) return [];
  const repairs = supporters(field, value, candidates).flatMap((candidate): Repair[] => {
    const read = candidate.readAs ?? (candidate.source === 'mrz' ? repairedZone(candidate, mrz) : misread(candidate));
    return read === null ? [] : [{ source: candidate.source, read, became: candidate.value }];
  });
  return [...new Map(repairs.map((repair) => [JSON.stringify(repair), repair])).values()];
}

/** The candidates that say what is answered. */
export const supporters = (field: FieldName, value: string, candidates: FieldCandidate[]): FieldCandidate[] =>
  candidatesFor(field, candidates).filter((candidate) => agree(field, candidate, { ...candidate, value }));

/** The part of the zone as it was read, if characters of it were exchanged. */
function repairedZone({ span }: FieldCandidate, mrz: MrzReading | null): string | null {
  if (!span || !mrz) return null;
  const read = sliceSpan(mrz.unfitted, span);
  return read === sliceSpan(mrz.lines, span) ? null : read;
}

/** The printed text, if the value is not in it letter by letter. A barcode corrects itself. */
function misread({ field, value, words }: FieldCandidate): string | null {
  if (!words?.length) return null;
  const text = words.map((word) => word.text).join(' ');
  return isExact(field, value, text) ? null : text;
}

function isExact(field: FieldName, value: string, text: string): boolean {
  if (isNumber(field)) return alphanumeric(text).includes(alphanumeric(value));
  if (field === 'name' || field === 'lastname')
    return value.split(' ').every((word) => text.toUpperCase().includes(word));
  if (field === 'nationality') return !isMisspelt(text);
  // A year alone, as on cards that print no day, and a gender that a number contains follow from what was read.
  return !field.startsWith('date_') || parseDate(text) !== value || isWrittenExactly(text);
}
