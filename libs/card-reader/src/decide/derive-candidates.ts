import { type Country, countries } from '../countries';
import { isLicence } from '../countries/licences';
import { mrzCheckDigit } from '../countries/check-digits';
import { numberedFields } from '../read/numbered-fields';
import type { PrintedLine } from '../read/read-line';
import type { FieldName } from '../reading';
import { alphanumeric } from '../text/misread-characters';
import { type FieldCandidate, candidatesFor } from './field-candidates';
import { mergeField } from './merge-sources';
import { type PrintedNumber, isSameNumber, numbersOfCodes, printedNumbers } from './printed-numbers';
import { shownCandidates } from './shown-candidates';
import { unlabelledIssueDate } from './unlabelled-issue-date';

/** The candidates, with those added and corrected that follow from the others. */
export function deriveCandidates(
  card: FieldCandidate[],
  lines: PrintedLine[][],
  country: Country,
  codes: string[] = [],
): FieldCandidate[] {
  const fitted = withoutExpiryAtIssue(card).map((candidate) => correctDocumentNumber(candidate, country));
  const shown = [...fitted, ...shownCandidates(fitted, lines)];
  const all = [
    ...shown,
    ...singleNumber(shown, lines, country, codes),
    ...numberWithoutZone(shown, country),
    ...numberOfLicence(shown, lines, country),
    ...unlabelledIssueDate(lines, shown),
  ];
  return withoutRefuted([...correctByBirthDate(all, country), ...numberOfPerson(all, lines, country)], country);
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

/** Without a label and check digit, the only number of a card that has the form of the country is the person's. */
function onlyNationalNumber(all: FieldCandidate[], lines: PrintedLine[][], country: Country): FieldCandidate[] {
  if (candidatesFor('nin', all).length > 0) return [];
  const numbers = printedNumbers(lines).map(({ value, words }) => ({
    value: country.nationalNumber.parse(value),
    words,
  }));
  const [first, ...others] = numbers.filter(({ value }) => value !== null);
  if (!first || others.some(({ value }) => value !== first.value)) return [];
  const single = { source: 'print' as const, confidence: SINGLE_NUMBER_CONFIDENCE, hasValidCheckDigit: false };
  const found = { ...single, value: first.value!, words: first.words };
  const isBoth = country.documentNumberIsNationalNumber === true && candidatesFor('document_number', all).length === 0;
  const fields: FieldName[] = isBoth ? ['nin', 'document_number'] : ['nin'];
  return fields.map((field) => ({ ...found, field }));
}

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

const SINGLE_NUMBER_CONFIDENCE = 0.6;

/**
 * A card of a country without a file of its own may have one number only, labelled as the person's or the document's,
 * or without a readable label. It counts as both, but proves nothing about the other. A card with a second number has
 * one for each, and so has a card whose barcode has one: then the other one stays unknown.
 */
function singleNumber(
  candidates: FieldCandidate[],
  lines: PrintedLine[][],
  country: Country,
  codes: string[],
): FieldCandidate[] {
  if (countries.some(({ code }) => code === country.code)) return onlyNationalNumber(candidates, lines, country);
  const [nins, numbers] = [candidatesFor('nin', candidates), candidatesFor('document_number', candidates)];
  const [only, another] = printedNumbers(lines);
  if (another || (nins.length > 0 && numbers.length > 0)) return [];
  const best = [...nins, ...numbers].sort((a, b) => b.confidence - a.confidence)[0];
  if (!best) return only ? (['nin', 'document_number'] as const).map((field) => ({ ...asPrint(only), field })) : [];
  const field = nins.length === 0 ? 'nin' : 'document_number';
  if (!isOnlyNumber(best, only) || isNumbered(field, lines)) return [];
  if (field === 'document_number' && hasOtherNumber(codes, best)) return [];
  return [{ ...withHyphens(best, only), ...derived, field }];
}

const isOnlyNumber = ({ value, confidence }: FieldCandidate, printed: PrintedNumber | undefined) =>
  confidence >= SINGLE_NUMBER_CONFIDENCE && (!printed || isSameNumber(printed.value, value));

/** Whether a code has a second number: that may be the one of the card, printed where no line was found. */
const hasOtherNumber = (codes: string[], { value }: FieldCandidate) =>
  numbersOfCodes(codes).some(
    (number) => !isSameNumber(number, value) && !alphanumeric(number).includes(alphanumeric(value)),
  );

/** Zones and other places of a card leave hyphens out: the number as it is printed with them. */
function withHyphens(number: FieldCandidate, printed: PrintedNumber | undefined): FieldCandidate {
  const isSame = printed?.value.includes('-') && printed.value.replace(/\W/g, '') === number.value;
  return printed && isSame ? { ...number, ...asPrint(printed) } : number;
}

const derived = { hasValidCheckDigit: false, confidence: SINGLE_NUMBER_CONFIDENCE };

const asPrint = ({ value, words }: PrintedNumber) => ({ ...derived, value, words, source: 'print' as const });

/** Whether the number of the card has a field of its own, as on a licence: the person's number does not replace it. */
const isNumbered = (field: FieldName, lines: PrintedLine[][]) =>
  field === 'document_number' && lines.some((side) => numberedFields(side).size > 0);
