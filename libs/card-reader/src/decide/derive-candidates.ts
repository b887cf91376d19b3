import type { Country } from '../countries';
import { isLicence } from '../countries/licences';
import { mrzCheckDigit } from '../countries/check-digits';
import type { PrintedLine } from '../read/printed-line';
import type { FieldName } from '../reading';
import { alphanumeric } from '../text/misread-characters';
import { type FieldCandidate, candidatesFor } from './field-candidates';
import { mergeField } from './merge-sources';
import { numbersInCodes } from './numbers-in-codes';
import { shownCandidates } from './shown-candidates';
import { derived, singleNumber } from './single-number';
import { divideName } from './undivided-names';
import { unlabelledIssueDate } from './unlabelled-issue-date';

/** The candidates, with those added and corrected that follow from the others. */
export function deriveCandidates(
  card: FieldCandidate[],
  lines: PrintedLine[][],
  country: Country,
  codes: string[] = [],
): FieldCandidate[] {
  const fitted = withoutExpiryAtIssue(card).map((candidate) => correctDocumentNumber(candidate, country));
  const divided = divideName(fitted, country);
  const shown = [...divided, ...shownCandidates(divided, lines)];
  const single = singleNumber(shown, lines, country, codes);
  const all = [
    ...shown,
    ...single,
    ...numbersInCodes(codes, single),
    ...numberWithoutZone(shown, country),
    ...numberOfLicence(shown, lines, country),
    ...numberBesideThatOfCard(shown, lines.flat(), country),
    ...unlabelledIssueDate(lines, shown),
  ];
  const numbered = [...correctByBirthDate(all, country), ...numberOfPerson(all, lines, country)];
  return withGuessOfPerson(withoutRefuted(numbered, country), lines, country);
}

/** No card expires on the day of its issue: some zones hold that day in the place of the expiry. */
function withoutExpiryAtIssue(card: FieldCandidate[]): FieldCandidate[] {
  const issued = candidatesFor('date_issue', card).map(({ value }) => value);
  return card.filter(({ field, value }) => field !== 'date_due' || !issued.includes(value));
}

function correctDocumentNumber(candidate: FieldCandidate, { correctDocumentNumber: correct }: Country): FieldCandidate {
  if (candidate.field !== 'document_number' || !correct) return candidate;
  const fitted = [candidate.value, candidate.value.replace(/S/g, '8')].map(correct);
  // An S counts like an 8 in the check digit of the zone: where that was right, the S is no 5.
  const keepsDigit = (text: string) => mrzCheckDigit(text) === mrzCheckDigit(candidate.value);
  const value = (candidate.source === 'mrz' && fitted.find(keepsDigit)) || fitted[0]!;
  return value === candidate.value ? candidate : withExchanged(candidate, value);
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
    return corrected === candidate.value ? candidate : withExchanged(candidate, corrected);
  });
}

/** Where print clearly shows another number, that is more likely than exchanged characters. */
const EXCHANGED_CONFIDENCE = 0.75;

const withExchanged = (candidate: FieldCandidate, value: string): FieldCandidate => ({
  ...candidate,
  value,
  confidence: Math.min(candidate.confidence, EXCHANGED_CONFIDENCE),
  hasValidCheckDigit: false,
  readAs: candidate.readAs ?? candidate.value,
});

/**
 * Where the check digit of one national number holds, another one whose digit does not was misread. Where none holds,
 * sources that agree may have misread the same character.
 */
function withoutRefuted(candidates: FieldCandidate[], { nationalNumber }: Country): FieldCandidate[] {
  const holds = ({ field, value }: FieldCandidate) =>
    field === 'nin' ? nationalNumber.hasValidCheckDigit(value) : null;
  if (candidates.some((candidate) => holds(candidate) === true))
    return candidates.filter((candidate) => holds(candidate) !== false);
  return candidates.map((candidate) => (holds(candidate) === false ? { ...candidate, isRefuted: true } : candidate));
}

/** The number of a licence stands for the person's where licences print no other. */
function numberOfLicence(all: FieldCandidate[], lines: PrintedLine[][], country: Country): FieldCandidate[] {
  const isAsked = country.licenceNumberIsNationalNumber && candidatesFor('nin', all).length === 0;
  if (!isAsked || !lines.some(isLicence)) return [];
  return candidatesFor('document_number', all).map((number) => ({ ...number, ...derived, field: 'nin' }));
}

/**
 * Nothing proves that the number of a licence is its holder’s as well, unless its check digit holds in that form, nor
 * that of a card where persons have no number.
 */
function withGuessOfPerson(all: FieldCandidate[], lines: PrintedLine[][], country: Country): FieldCandidate[] {
  const { hasNoNumberOfPersons, nationalNumber } = country;
  const isOnLicence = lines.some(isLicence) || candidatesFor('doc_type', all).some(({ value }) => value === 'DL');
  if (!isOnLicence && !hasNoNumberOfPersons) return all;
  const ofCard = numbersOfCard(all);
  return all.map((candidate) => {
    const isOfCard = candidate.field === 'nin' && ofCard.includes(alphanumeric(candidate.value));
    const isGuess = isOfCard && nationalNumber.hasValidCheckDigit(candidate.value) !== true;
    return isGuess ? { ...candidate, isGuess } : candidate;
  });
}

const numbersOfCard = (all: FieldCandidate[]) =>
  candidatesFor('document_number', all).map(({ value }) => alphanumeric(value));

/** Beside the number of the card, divided by a slash, stands that of its holder, if the check digit holds. */
function numberBesideThatOfCard(all: FieldCandidate[], lines: PrintedLine[], { nationalNumber }: Country) {
  const ofCard = numbersOfCard(all);
  return lines.flatMap(({ text, words, confidence }): FieldCandidate[] => {
    const parts = text.split('/').map(alphanumeric);
    const value = parts.find((part) => nationalNumber.hasValidCheckDigit(part) === true);
    if (parts.length !== 2 || !value || !parts.some((part) => part !== value && ofCard.includes(part))) return [];
    const found = { value, words, source: 'print' as const, confidence: confidence / 100, hasValidCheckDigit: true };
    return [{ field: 'nin', ...found }];
  });
}

/** Of a country whose cards have a number of their own in their zone alone: without one, the person's is the card's. */
function numberWithoutZone(all: FieldCandidate[], { hasDocumentNumberInZone }: Country): FieldCandidate[] {
  const hasOwn = all.some(({ field, source }) => source === 'mrz' || field === 'document_number');
  if (!hasDocumentNumberInZone || hasOwn) return [];
  return candidatesFor('nin', all).map((number) => ({ ...number, field: 'document_number' }));
}

const PERSON_CONFIDENCE = 0.85;

/** A number that follows from names, birth and gender is recognized although some of its characters were misread. */
function numberOfPerson(all: FieldCandidate[], lines: PrintedLine[][], { nationalNumber }: Country): FieldCandidate[] {
  const known = candidatesFor('nin', all).some(({ value }) => nationalNumber.hasValidCheckDigit(value) === true);
  if (!nationalNumber.readFor || known) return [];
  const valueOf = (field: FieldName) => mergeField(field, candidatesFor(field, all)).value;
  const [lastname, name, birth, gender] = (['lastname', 'name', 'date_birth', 'gender'] as const).map(valueOf);
  const person = { lastname: lastname!, name: name!, birth: birth!, gender: gender! };
  const texts = lines
    .flat()
    .flatMap(({ text, words }) => [{ text, words }, ...words.map((word) => ({ text: word.text, words: [word] }))]);
  const found = texts
    .map(({ text, words }) => ({ value: nationalNumber.readFor!(person, text), readAs: text, words }))
    .filter(({ value }) => value !== null);
  const [first] = found;
  if (!first || found.some(({ value }) => value !== first.value)) return [];
  const candidate = { source: 'print' as const, confidence: PERSON_CONFIDENCE, hasValidCheckDigit: false };
  return [{ field: 'nin', ...first, value: first.value!, ...candidate }];
}
