import type { FieldName } from '../reading';
import { normalizeText } from '../text/normalize-text';
import { soundedOut, speltOut } from '../text/umlauts';
import type { FieldCandidate } from './field-candidates';

export const isName = (field: FieldName): boolean => field === 'name' || field === 'lastname';
export const isNumber = (field: FieldName): boolean => field === 'nin' || field === 'document_number';

/** Whether both candidates mean the same value. */
export function agree(field: FieldName, a: FieldCandidate, b: FieldCandidate): boolean {
  if (a.value === b.value) return true;
  if (isNumber(field)) return withoutPunctuation(a.value) === withoutPunctuation(b.value);
  if (!isName(field)) return false;
  return spellings(a.value).some((x) =>
    spellings(b.value).some((y) => x === y || (isPart(a) && begins(y, x)) || (isPart(b) && begins(x, y))),
  );
}

/** Whether the value may be the beginning of a longer one. */
export const isPart = ({ isTruncated, mayBeCut }: FieldCandidate): boolean => isTruncated === true || mayBeCut === true;

const begins = (whole: string, start: string) => start.length >= 2 && whole.startsWith(start);
const withoutPunctuation = (text: string) => text.replace(/[^A-Z0-9]/g, '');

/** A name as the MRZ may write it: without accents, or spelt out as ICAO 9303 also allows. */
function spellings(value: string): string[] {
  const normalized = normalizeText(value);
  return [
    ...new Set([
      normalized,
      normalizeText(speltOut(value)),
      normalizeText(soundedOut(value)),
      normalizeText(value.replace(/Ñ/g, 'NXX')),
      normalizeText(value.replace(/Ü/g, 'UXX')),
      normalized.replace(/ /g, ''),
      normalizeText(speltOut(value)).replace(/ /g, ''),
    ]),
  ];
}
