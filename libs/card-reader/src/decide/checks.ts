import type { Country } from '../countries';
import type { MrzReading } from '../read/read-mrz';
import type { Check, CheckName, FieldName, Reading, Source } from '../reading';
import { toTimestamp } from '../text/dates';
import { alphanumeric, toDigits } from '../text/misread-characters';
import { editDistance, normalizeText } from '../text/normalize-text';
import { CLEARLY_READ, type FieldCandidate } from './field-candidates';
import { agree, isNumber } from './agree';

export interface CheckedCard {
  fields: Reading['fields'];
  candidates: FieldCandidate[];
  /** With those that follow from others, such as a coded value that is printed without a label. */
  derived: FieldCandidate[];
  mrz: MrzReading | null;
  country: Country;
  faceCount: number;
}

/** Evidence for or against the card being genuine. A detail never contains a value of the card. */
export function runChecks(card: CheckedCard, now = Date.now()): Check[] {
  const { faceCount } = card;
  const hasFace = faceCount > 0;
  return [
    checkMrzDigits(card),
    checkAgainstPrint('mrz_against_print', card, 'mrz', 'The MRZ'),
    checkAgainstPrint('barcode_against_print', card, 'barcode', 'The barcode'),
    checkNationalNumber(card),
    checkDateOrder(card),
    checkExpiry(card, now),
    check('face_present', hasFace, hasFace ? 'The front shows a face' : 'The front shows no face'),
  ];
}

const check = (name: CheckName, holds: boolean | null, detail: string): Check => ({ name, holds, detail });

function checkMrzDigits({ mrz }: CheckedCard): Check {
  if (!mrz) return check('mrz_digits', null, 'No MRZ was found');
  const wrong = Object.entries(mrz.checkDigits)
    .filter(([, isRight]) => !isRight)
    .map(([digit]) => digit);
  if (wrong.length) return check('mrz_digits', false, `These check digits do not hold: ${wrong.join(', ')}`);
  if (mrz.isRepaired && mrz.isConfirmed)
    return check('mrz_digits', true, 'All check digits hold; misread letters were read again in the print');
  if (mrz.isRepaired)
    return check('mrz_digits', false, 'The check digits hold only after misread letters were exchanged');
  return check('mrz_digits', true, 'All check digits hold');
}

/** Whether a source and the print agree in all fields that were read from both. */
function checkAgainstPrint(
  name: CheckName,
  { candidates, derived }: CheckedCard,
  source: Source,
  title: string,
): Check {
  const own = comparable([...candidates, ...derived], source);
  if (!own.length) return check(name, null, `${title} was not found or says nothing the reader knows`);
  const labelled = compareSources(candidates, source, 'print');
  // Print without a label confirms a value where no labelled one could contradict it.
  const compared = labelled.length ? labelled : compareSources(derived, source, 'print');
  if (!compared.length) return check(name, null, 'No field was read from both');
  const different = compared.filter(({ isSame }) => !isSame);
  if (different.length) return check(name, false, `${title} and the print differ in ${listFields(different)}`);
  return check(name, true, `${title} and the print agree in ${listFields(compared)}`);
}

const comparable = (candidates: FieldCandidate[], source: Source) =>
  candidates.filter((candidate) => candidate.source === source && candidate.field !== 'doc_type');

/** The fields that were clearly read from both sources, and whether they mean the same. */
export function compareSources(candidates: FieldCandidate[], source: Source, other: Source) {
  const own = comparable(candidates, source);
  return own.flatMap((candidate) => {
    const isEither = isNumber(candidate.field) && isForBoth(candidate, own);
    const isFor = ({ field }: FieldCandidate) => (isEither ? isNumber(field) : field === candidate.field);
    const others = candidates.filter((one) => one.source === other && isFor(one));
    const clear = others.filter((one) => !isMisreading(candidate, one));
    const isSame = others.some((one) => agree(candidate.field, candidate, one));
    return isSame || clear.length > 0 ? [{ field: candidate.field, isSame }] : [];
  });
}

/** A licence has one number for its holder and itself; its print may call that by one name, and another number so. */
const isForBoth = ({ field, value }: FieldCandidate, own: FieldCandidate[]) =>
  own.some((one) => isNumber(one.field) && one.field !== field && one.value === value);

/** Two characters may be wrong then. */
const HARDLY_READ = 0.6;

/**
 * Whether two readings differ as misread print does: one letter of a name, one character of what was not clearly read.
 * The reading minds that as well; a clearly printed other number is a difference.
 */
function isMisreading(coded: FieldCandidate, print: FieldCandidate): boolean {
  const [value, whole] = [normalizeText(coded.value), normalizeText(print.value)];
  const distance = editDistance(value, coded.isTruncated ? whole.slice(0, value.length) : whole);
  if (areLookalikes(coded.value, print.value) || hasRestOfLabel(coded, print) || hasCentury(coded, print)) return true;
  const isName = coded.field === 'name' || coded.field === 'lastname';
  if (distance <= 1) return isName || print.confidence < CLEARLY_READ;
  return print.confidence < (distance <= 2 ? HARDLY_READ : CLEARLY_READ / 2);
}

/** Whether two texts differ only in letters read for digits. Two different digits are never alike. */
const areLookalikes = (a: string, b: string) => ['2', '7'].some((z) => lookalike(a, z) === lookalike(b, z));

/** Characters that no reading tells apart for sure count as one. A Z may be either of two digits. */
const lookalike = (text: string, z: string) =>
  toDigits(alphanumeric(text).replace(/Z/g, z)).replace(/T/g, '1').replace(/U/g, '0').replace(/A/g, '4');

const MIN_NUMBER = 6;

/** Whether print is the coded number behind a few letters, as where the end of a label was read with it. */
function hasRestOfLabel({ field, value }: FieldCandidate, print: FieldCandidate): boolean {
  if (!isNumber(field)) return false;
  const [number, printed] = [alphanumeric(value), alphanumeric(print.value)];
  const rest = printed.slice(0, -number.length);
  return number.length >= MIN_NUMBER && printed.endsWith(number) && /^[A-Z]{1,3}$/.test(rest);
}

/** Whether print is the coded number, which begins with a date, with the century that a zone has no room for. */
function hasCentury({ field, value }: FieldCandidate, print: FieldCandidate): boolean {
  const [number, printed] = [alphanumeric(value), alphanumeric(print.value)];
  const [, century, rest] = /^(19|20)(\d{2}(?:0\d|1[0-2])[0-3]\d\w+)$/.exec(printed) ?? [];
  return field === 'nin' && century !== undefined && rest === number;
}

const listFields = (compared: { field: FieldName }[]) => compared.map(({ field }) => field).join(', ');

function checkNationalNumber({ fields, country }: CheckedCard): Check {
  const holds = fields.nin === null ? null : country.nationalNumber.hasValidCheckDigit(fields.nin);
  if (holds === null) return check('national_number', null, 'The national number has no check digit, or was not read');
  return check('national_number', holds, `The check digit of the national number ${holds ? 'holds' : 'does not hold'}`);
}

function checkDateOrder({ fields }: CheckedCard): Check {
  const times = [fields.date_birth, fields.date_issue, fields.date_due]
    .map(toTimestamp)
    .filter((time) => time !== null);
  if (times.length < 2) return check('dates_in_order', null, 'Fewer than two dates were read');
  const holds = times.every((time, i) => i === 0 || time > times[i - 1]!);
  const detail = holds ? 'Birth, issue and expiry follow one another' : 'The dates are not in order';
  return check('dates_in_order', holds, detail);
}

function checkExpiry({ fields }: CheckedCard, now: number): Check {
  const due = toTimestamp(fields.date_due);
  if (due === null) return check('not_expired', null, 'No date of expiry was read');
  const holds = due > now;
  return check('not_expired', holds, holds ? 'The card is valid' : 'The card has expired');
}
