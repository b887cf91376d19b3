import { birthInNumber, withoutCentury } from '../countries/birth-in-number';
import type { FieldName } from '../reading';
import { parseDate } from '../text/dates';
import { differences, editDistance, normalizeText } from '../text/normalize-text';
import { formatOf } from '../text/number-form';
import { type FieldCandidate, candidatesFor } from './field-candidates';
import { isOtherNumber } from './other-number';
import { isName, isShown, plainNumber } from './shown-values';
import type { SideCandidates } from './side-candidates';

const compared: FieldName[] = ['document_number', 'nin', 'date_birth', 'lastname', 'name', 'gender'];
/** Two cards never share one of these: where both readings are certain, one difference is enough. */
const identifying: FieldName[] = ['document_number', 'nin', 'date_birth'];

const MIN_CODED = { certain: 0.97, repaired: 0.75, any: 0.7 };
const MIN_PRINT = { certain: 0.9, clear: 0.8, sameFormat: 0.85 };
/** The share of a value's characters that misreading does not reach. */
const [FAR, VERY_FAR] = [0.4, 0.6];

/**
 * The fields in which two sides contradict each other beyond doubt; none for two sides of one card, however badly read.
 * A value coded on one side must appear nowhere on the other, not even nearly, while the other side clearly prints a
 * very different value.
 */
export function findContradictions(front: SideCandidates, back: SideCandidates): FieldName[] {
  const either = (test: (a: SideCandidates, b: SideCandidates) => boolean) => test(front, back) || test(back, front);
  const differing = compared.filter((field) => either((a, b) => differs(field, a, b)));
  if (identifying.some((field) => either((a, b) => certainlyDiffers(field, a, b)))) return differing;
  // A back that prints the expiry of a card whose zone is on the front prints that of the zone.
  if (certainlyDiffers('date_due', front, back)) return ['date_due', ...differing];
  if (either(differsInBirth)) return [...new Set<FieldName>(['date_birth', 'nin', ...differing])];
  if (either(differsInLabelledNumber)) return [...new Set<FieldName>(['nin', ...differing])];
  if (either(differsInFormattedNumber)) return [...new Set<FieldName>(['nin', ...differing])];
  const agrees = identifying.some((field) => either((a, b) => agreesOn(field, a, b)));
  if (differing.length >= 2 && !agrees) return differing;
  if (!agrees && differsInPrintedExpiry(front, back)) return ['date_due', ...differing];
  if (differsInNationality(front, back)) return ['nationality', ...differing];
  return hasNothingInCommon(back, front) ? ['document_number', 'date_birth', 'lastname', 'name'] : [];
}

const codedValues = (field: FieldName, { coded }: SideCandidates, minConfidence: number) =>
  candidatesFor(field, coded).filter(({ confidence }) => confidence >= minConfidence);

/** What the other side says of a field. ID CARD NO may announce the number that either side holds as the person's. */
const rivalsOf = (field: FieldName, { coded }: SideCandidates, other: SideCandidates, minConfidence: number) =>
  candidatesFor(field, [...other.coded, ...other.print]).filter(
    (rival) => rival.confidence >= minConfidence && !isOtherNumber(rival, coded) && !isOwnPersons(rival, other),
  );

/** Whether a side prints the same number as the card's and as the person's. */
const isOwnPersons = ({ field, value, source }: FieldCandidate, { print }: SideCandidates) =>
  field === 'document_number' &&
  source === 'print' &&
  candidatesFor('nin', print).some((number) => plainNumber(number.value) === plainNumber(value));

function differs(field: FieldName, one: SideCandidates, other: SideCandidates): boolean {
  const rivals = rivalsOf(field, one, other, MIN_PRINT.clear);
  const own = codedValues(field, one, MIN_CODED.any);
  if (field === 'gender') return rivals.some((rival) => own.some(({ value }) => value !== rival.value));
  const notShown = own.filter(({ value }) => !isShown(field, value, other));
  return notShown.some(({ value }) => rivals.some((rival) => isFar(field, value, rival, other, FAR)));
}

/** Both readings are certain, or the repaired one is too different for any repair. */
function certainlyDiffers(field: FieldName, one: SideCandidates, other: SideCandidates): boolean {
  const rivals = rivalsOf(field, one, other, MIN_PRINT.certain);
  const notShown = codedValues(field, one, MIN_CODED.repaired).filter(({ value }) => !isShown(field, value, other));
  return notShown.some(({ value, confidence, hasValidCheckDigit }) => {
    const minShare = hasValidCheckDigit || confidence >= MIN_CODED.certain ? FAR : VERY_FAR;
    return rivals.some((rival) => isFar(field, value, rival, other, minShare));
  });
}

const agreesOn = (field: FieldName, one: SideCandidates, other: SideCandidates) =>
  codedValues(field, one, MIN_CODED.any).some(({ value }) => isShown(field, value, other));

function isFar(
  field: FieldName,
  value: string,
  rival: FieldCandidate,
  { print }: SideCandidates,
  minShare: number,
): boolean {
  if (field === 'date_birth' || field === 'date_due') {
    // The rival may be another date of the card that was taken for this one.
    const isOtherDate = print.some((candidate) => candidate.field !== field && candidate.value === rival.value);
    return !isOtherDate && differences(value, rival.value) >= (minShare === FAR ? 2 : 4);
  }
  const plain = isName(field) ? normalizeText : plainNumber;
  const [a, b] = [plain(value), plain(rival.value)];
  return editDistance(a, b) >= Math.max(3, Math.ceil(Math.max(a.length, b.length) * minShare));
}

const clearlyPrinted = (field: FieldName, { print }: SideCandidates) =>
  candidatesFor(field, print).find(({ confidence }) => confidence >= MIN_PRINT.certain);

/** Both sides clearly print the expiry, hardly a digit is the same, and neither is another date of the other side. */
function differsInPrintedExpiry(front: SideCandidates, back: SideCandidates): boolean {
  const [one, other] = [front, back].map((side) => clearlyPrinted('date_due', side));
  if (!one || !other || differences(one.value, other.value) < MIN_OTHER_EXPIRY) return false;
  return !isShown('date_due', one.value, back) && !isShown('date_due', other.value, front);
}

/** Of the eight digits of a date. */
const MIN_OTHER_EXPIRY = 4;

/** Both sides clearly print the nationality, and not the same one. */
function differsInNationality(front: SideCandidates, back: SideCandidates): boolean {
  const [one, other] = [front, back].map((side) => clearlyPrinted('nationality', side));
  return one !== undefined && other !== undefined && one.value !== other.value;
}

/** One side has a number with a date of birth in it, and the other one a date of birth far from that. */
function differsInBirth({ country, coded, print, spoken }: SideCandidates, other: SideCandidates): boolean {
  const sure = (field: FieldName, candidates: FieldCandidate[], minConfidence: number) =>
    candidatesFor(field, candidates).filter(({ confidence }) => confidence >= minConfidence);
  const births = sure('nin', [...coded, ...print, ...spoken], MIN_PRINT.sameFormat).flatMap(
    ({ value }) => birthInNumber(country, value) ?? [],
  );
  const datesOf = (candidates: FieldCandidate[]) =>
    sure('date_birth', candidates, MIN_PRINT.certain).map(({ value }) => withoutCentury(value));
  const rivals = datesOf([...other.coded, ...other.print]);
  const isNear = (birth: string) =>
    [...rivals, ...datesOf([...coded, ...print])].some((date) => differences(birth, date) < MIN_OTHER_DIGITS);
  return rivals.length > 0 && births.some((birth) => !isNear(birth));
}

/** Of the six digits of a date. Some persons have a number with another day or year than that of their birth. */
const MIN_OTHER_DIGITS = 3;

/** Both sides print a number under the label of the person's, and the numbers are far apart. */
function differsInLabelledNumber({ print }: SideCandidates, other: SideCandidates): boolean {
  const sure = ({ confidence }: FieldCandidate) => confidence >= MIN_PRINT.sameFormat;
  const [own, rivals] = [print, other.print].map((candidates) => candidatesFor('nin', candidates).filter(sure));
  return own!.some(
    ({ value }) => !isShown('nin', value, other) && rivals!.some((rival) => isFar('nin', value, rival, other, FAR)),
  );
}

/** One side labels a number, and the other prints another number in the same format, such as 9-9999-9999. */
function differsInFormattedNumber({ print, lines }: SideCandidates, other: SideCandidates): boolean {
  const labelled = candidatesFor('nin', print).filter(({ confidence }) => confidence >= MIN_PRINT.sameFormat);
  return labelled.some(({ field, value }) => {
    const printed = lines.find(({ text }) => plainNumber(text) === plainNumber(value))?.text ?? '';
    const format = formatOf(printed);
    if (format.replace(/[A9]/g, '').length < 2 || isShown(field, value, other)) return false;
    const rivals = other.lines.filter(
      ({ text, confidence }) => confidence >= 100 * MIN_PRINT.sameFormat && formatOf(text) === format,
    );
    return rivals.some(
      ({ text }) => parseDate(text) === null && editDistance(plainNumber(text), plainNumber(value)) >= 3,
    );
  });
}

const SHARED_FIELDS = ['document_number', 'nin', 'date_birth', 'date_due', 'lastname', 'name'] as const;
const MIN_DATES = 2;

/**
 * The front clearly prints dates, but nothing of the back's MRZ, although the check digits of its dates are right. This
 * detects fronts with too few readable labels for a comparison field by field.
 */
function hasNothingInCommon(back: SideCandidates, front: SideCandidates): boolean {
  const proven = back.coded.filter((candidate) => candidate.hasValidCheckDigit).map(({ field }) => field);
  if (!proven.includes('date_birth') || !proven.includes('date_due')) return false;
  const dates = front.lines.filter(
    ({ text, confidence }) => confidence >= 100 * MIN_PRINT.certain && parseDate(text) !== null,
  );
  if (dates.length < MIN_DATES) return false;
  return SHARED_FIELDS.every((field) => !agreesOn(field, back, front));
}
