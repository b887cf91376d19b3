import { type Country, hasFile } from '../countries';
import { numberedFields } from '../read/numbered-fields';
import type { PrintedLine } from '../read/printed-line';
import type { FieldName } from '../reading';
import { alphanumeric, toDigits } from '../text/misread-characters';
import { type FieldCandidate, candidatesFor } from './field-candidates';
import { mergeField } from './merge-sources';
import { type PrintedNumber, isSameNumber, numbersOfCodes, printedNumbers } from './printed-numbers';

const [SINGLE_NUMBER_CONFIDENCE, MIN_CONFIDENCE] = [0.6, 0.4];

/**
 * A card of a country without a file of its own may have one number only, labelled as the person's or the document's,
 * or without a readable label. It counts as both, but proves nothing about the other. A card with a second number has
 * one for each, and so has a card whose barcode has one: then the other one stays unknown.
 */
export function singleNumber(
  candidates: FieldCandidate[],
  lines: PrintedLine[][],
  country: Country,
  codes: string[],
): FieldCandidate[] {
  if (hasFile(country)) return onlyNationalNumber(candidates, lines, country);
  const isOfPerson = ({ field, value }: FieldCandidate) =>
    field === 'nin' && country.nationalNumber.hasValidCheckDigit(value) === true;
  return onlyNumber(candidates, lines, codes).map((number) => ({ ...number, isGuess: !isOfPerson(number) }));
}

function onlyNumber(candidates: FieldCandidate[], lines: PrintedLine[][], codes: string[]): FieldCandidate[] {
  // What was hardly read is no value.
  const isRead = ({ confidence }: FieldCandidate) => confidence >= MIN_CONFIDENCE;
  const [nins, numbers] = (['nin', 'document_number'] as const).map((field) =>
    candidatesFor(field, candidates).filter(isRead),
  ) as [FieldCandidate[], FieldCandidate[]];
  const [only, another] = withoutSmall(numbersOf(lines, codes));
  if (another || (nins.length > 0 && numbers.length > 0)) return [];
  const chosen = mergeField('document_number', [...nins, ...numbers]).value;
  const all = [...nins, ...numbers].sort((a, b) => b.confidence - a.confidence);
  const best = all.find(({ value }) => value === chosen) ?? all[0];
  if (!best) return only ? (['nin', 'document_number'] as const).map((field) => ({ ...asPrint(only), field })) : [];
  const field = nins.length === 0 ? 'nin' : 'document_number';
  if (!isOnlyNumber(best, only, lines) || isNumbered(field, lines)) return [];
  if (field === 'document_number' && hasOtherNumber(codes, best)) return [];
  return [{ ...withHyphens(best, only), ...derived, field }];
}

/** Whether the front has a longer number, in a line of another script that says what it is. */
const hasLongerNumber = ([front = []]: PrintedLine[][], { value }: FieldCandidate) =>
  front
    .flatMap(({ words }) => words)
    .filter(({ text, confidence }) => confidence >= READ && /^\W*\d+\W*$/.test(text))
    .some(({ text }) => digitsIn(text) > Math.max(MIN_LENGTH, digitsIn(value)));
const READ = 60;
const digitsIn = (text: string) => text.replace(/\D/g, '').length;

/** The numbers of a card, or the one that a barcode holds alone, if both sides print that, or the card no other. */
function numbersOf(lines: PrintedLine[][], codes: string[]): PrintedNumber[] {
  const printed = printedNumbers(lines);
  const own = [...new Set(codes.map(alphanumeric))].filter(isNumber).flatMap((value) => {
    const shown = lines.flatMap(
      (side) => side.find(({ text }) => toDigits(alphanumeric(text)).endsWith(toDigits(value))) ?? [],
    );
    const isTheOnly = shown.length > 1 || printed.every((number) => isSameNumber(number.value, value));
    const [line] = shown;
    if (!line || !isTheOnly) return [];
    const side = lines.findIndex((all) => all.includes(line));
    const isOnBothSides = shown.length > 1;
    return [{ value, confidence: CODED_CONFIDENCE, words: line.words, height: line.box.height, side, isOnBothSides }];
  });
  return own.length === 1 ? own : printed;
}

/**
 * A back may have the number of a form in small print: the only number of the front is larger. Beside the large number
 * that both sides repeat, the front may have small ones, too.
 */
function withoutSmall(numbers: PrintedNumber[]): PrintedNumber[] {
  const [largest, ...others] = [...numbers].sort((a, b) => b.height - a.height);
  const isSmall = ({ side, height }: PrintedNumber) =>
    (side === 1 || largest!.isOnBothSides) && height < largest!.height * SMALL;
  return largest?.side === 0 && others.every(isSmall) ? [largest] : numbers;
}

const SMALL = 0.75;
const CODED_CONFIDENCE = 0.99;
const MIN_LENGTH = 8;
const isNumber = (text: string) => text.length >= MIN_LENGTH && text.length <= 20 && digitsIn(text) > text.length / 2;

const isOnlyNumber = (number: FieldCandidate, printed: PrintedNumber | undefined, lines: PrintedLine[][]) =>
  number.confidence >= SINGLE_NUMBER_CONFIDENCE &&
  (!printed || isSameNumber(printed.value, number.value)) &&
  !hasLongerNumber(lines, number);

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

export const derived = { hasValidCheckDigit: false, confidence: SINGLE_NUMBER_CONFIDENCE };

const asPrint = ({ value, words }: PrintedNumber) => ({ ...derived, value, words, source: 'print' as const });

/** Whether the number of the card has a field of its own, as on a licence: the person's number does not replace it. */
const isNumbered = (field: FieldName, lines: PrintedLine[][]) =>
  field === 'document_number' && lines.some((side) => numberedFields(side).size > 0);

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
