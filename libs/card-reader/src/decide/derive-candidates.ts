import { type Country, countries } from '../countries';
import type { PrintedLine } from '../read/read-line';
import { type FieldCandidate, candidatesFor } from './field-candidates';
import { mergeField } from './merge-sources';
import { unlabelledIssueDate } from './unlabelled-issue-date';

/** The candidates, with those added and corrected that follow from the others. */
export function deriveCandidates(card: FieldCandidate[], lines: PrintedLine[][], country: Country): FieldCandidate[] {
  const all = [...card, ...singleNumber(card, country), ...unlabelledIssueDate(lines, card)];
  return correctByBirthDate(all, country);
}

/** Corrects national numbers that contain the date of birth by a date that is proven. */
function correctByBirthDate(candidates: FieldCandidate[], { nationalNumber }: Country): FieldCandidate[] {
  const { value, evidence } = mergeField('date_birth', candidatesFor('date_birth', candidates));
  const date = evidence.proven ? /^(..).(..).(?:..)(..)$/.exec(value ?? '') : null;
  if (!nationalNumber.correctBirthDate || !date) return candidates;
  const [, day, month, year] = date;
  return candidates.map((candidate) => {
    if (candidate.field !== 'nin') return candidate;
    const corrected = nationalNumber.correctBirthDate!(candidate.value, `${year}${month}${day}`);
    return corrected === candidate.value ? candidate : { ...candidate, value: corrected, hasValidCheckDigit: false };
  });
}

const SINGLE_NUMBER_CONFIDENCE = 0.6;

/**
 * A card of a country without a file of its own may have one number only, labelled as the person's or the document's.
 * It counts as both, but proves nothing about the other.
 */
function singleNumber(candidates: FieldCandidate[], country: Country): FieldCandidate[] {
  if (countries.some(({ code }) => code === country.code)) return [];
  const nins = candidatesFor('nin', candidates);
  const numbers = candidatesFor('document_number', candidates);
  if (nins.length > 0 && numbers.length > 0) return [];
  const field = nins.length === 0 ? 'nin' : 'document_number';
  const best = [...nins, ...numbers].sort((a, b) => b.confidence - a.confidence)[0];
  if (!best || best.confidence < SINGLE_NUMBER_CONFIDENCE) return [];
  return [{ ...best, field, hasValidCheckDigit: false, confidence: SINGLE_NUMBER_CONFIDENCE }];
}
