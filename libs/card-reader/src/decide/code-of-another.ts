import { parseDate } from '../text/dates';
import { alphanumeric } from '../text/misread-characters';
import { differences, normalizeText } from '../text/normalize-text';
import { formatOf } from '../text/number-form';
import { CLEARLY_READ, candidatesFor } from './field-candidates';
import { printedNumbers } from './printed-numbers';
import type { SideCandidates } from './side-candidates';

const MIN_LENGTH = 8;
/** A code that spells names has at least two words. */
const MIN_WORDS = 2;

/**
 * Whether a barcode of unknown layout spells words and a number in the format of the front's number, or names another
 * date of birth, but neither a number of the front, nor the date of birth, nor the names: it speaks of another person.
 * So does one that is such a number, if both have a date of birth at the same place.
 */
export function speaksOfAnother(codes: string[], front: SideCandidates): boolean {
  const formats = numbersOf(front).map(formatOf);
  return codes.some((code) => {
    if (hasOtherBirth(alphanumeric(code), front)) return true;
    const parts = partsOf(code);
    const spellsWords = parts.filter((part) => /^[A-Z]{3,}$/.test(part)).length >= MIN_WORDS;
    if (isLink(code) || !spellsWords) return false;
    const hasSuchNumber = parts.some((part) => formats.includes(formatOf(part)));
    return (hasSuchNumber || saysOtherBirth(code, front)) && !showsHolder(parts, front);
  });
}

/** A date of birth is announced in a code, too: "DOB":"March 19, 1987". */
const BIRTH = /\b(?:DOB|BIRTH|BIRTHDATE|BORN|NACIMIENTO|NASCIMENTO|NAISSANCE)\W{1,4}([^"'|;}\n]{6,20})/i;

/** Whether a code announces a date of birth, and the front clearly prints another one. */
function saysOtherBirth(code: string, { print }: SideCandidates): boolean {
  const birth = parseDate(BIRTH.exec(code)?.[1] ?? '');
  const printed = candidatesFor('date_birth', print).find(({ confidence }) => confidence >= CLEARLY_READ);
  return birth !== null && printed !== undefined && differences(birth, printed.value) >= MIN_OTHER_DIGITS;
}

/**
 * Whether a number of the front begins or ends with the date of birth (19850130047), which makes both certain, and this
 * one with another date.
 */
function hasOtherBirth(number: string, front: SideCandidates): boolean {
  const numbers = numbersOf(front).filter((own) => formatOf(own) === formatOf(number));
  return birthsOf(front).some((form) =>
    numbers.some((own) => {
      const at = own.indexOf(form);
      const other = number.slice(at, at + form.length);
      return at >= 0 && isDate(other) && differences(other, form) >= MIN_OTHER_DIGITS;
    }),
  );
}

/** Eight digits, from the day or from the year. */
const isDate = (digits: string) => [digits, digits.replace(/^(.{4})(..)(..)$/, '$3$2$1')].some(parseDate);

/** One digit of the print may be misread. */
const MIN_OTHER_DIGITS = 2;

const isLink = (code: string) => /^\s*https?:/i.test(code);

/** The words and numbers of a code; hyphens and dots are within a number. */
const partsOf = (code: string) => normalizeText(code.replace(/(?<=\d)[.-](?=[\dA-Z])/gi, '')).split(' ');

/** The numbers that the front clearly prints. */
const numbersOf = ({ print, spoken, lines }: SideCandidates) =>
  [
    ...candidatesFor('nin', [...print, ...spoken]),
    ...candidatesFor('document_number', print),
    ...printedNumbers([lines]),
  ]
    .filter(({ confidence }) => confidence >= CLEARLY_READ)
    .map(({ value }) => alphanumeric(value))
    .filter((number) => number.length >= MIN_LENGTH);

/** Whether a code has a number or the date of birth of the front, or a surname and a given name. */
function showsHolder(parts: string[], front: SideCandidates): boolean {
  const all = parts.join('');
  if ([...numbersOf(front), ...birthsOf(front)].some((text) => all.includes(text))) return true;
  return (['name', 'lastname'] as const).every((field) =>
    candidatesFor(field, front.print)
      .flatMap(({ value }) => normalizeText(value).split(' '))
      .some((word) => parts.includes(word)),
  );
}

/** The printed date of birth, as codes and numbers write it. */
const birthsOf = ({ print }: SideCandidates) =>
  candidatesFor('date_birth', print).flatMap(({ value }) => writtenForms(value));

/** A date DD/MM/YYYY as a code may write it. */
function writtenForms(date: string): string[] {
  const [day = '', month = '', year = ''] = date.split('/');
  return [day + month + year, year + month + day];
}
