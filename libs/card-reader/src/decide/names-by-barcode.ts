import type { FieldName } from '../reading';
import { normalizeText } from '../text/normalize-text';
import { type FieldCandidate, candidatesFor } from './field-candidates';

const CONFIDENCE = 0.95;

/**
 * The names of a barcode that holds them as one text. MRZ or print say where surnames end: without them the barcode
 * confirms nothing.
 */
export function namesByBarcode(fullName: string, candidates: FieldCandidate[]): FieldCandidate[] {
  const words = fullName
    .toUpperCase()
    .split(/[^\p{L}'-]+/u)
    .filter(Boolean);
  for (const field of ['lastname', 'name'] as const) {
    for (const { value } of candidatesFor(field, candidates)) {
      const count = value.split(' ').length;
      const starts = isSame(words.slice(0, count), value);
      const ends = isSame(words.slice(-count), value);
      if (starts === ends || count >= words.length) continue;
      const [own, other] = starts
        ? [words.slice(0, count), words.slice(count)]
        : [words.slice(-count), words.slice(0, -count)];
      return [candidate(field, own), candidate(field === 'name' ? 'lastname' : 'name', other)];
    }
  }
  return [];
}

const isSame = (words: string[], value: string) => normalizeText(words.join(' ')) === normalizeText(value);

const candidate = (field: FieldName, words: string[]): FieldCandidate => ({
  field,
  value: words.join(' '),
  source: 'barcode',
  confidence: CONFIDENCE,
  hasValidCheckDigit: false,
});
