import { birthInNumber, withoutCentury } from '../countries/birth-in-number';
import type { FieldName } from '../reading';
import { parseDate } from '../text/dates';
import { toDigits } from '../text/misread-characters';
import { differences, editDistance, normalizeText } from '../text/normalize-text';
import { candidatesFor } from './field-candidates';
import type { SideCandidates } from './side-candidates';

const MAX_MISREAD = 2;

export const isName = (field: FieldName) => field === 'name' || field === 'lastname';
const isDate = (field: FieldName) => field.startsWith('date_');

/** Letters and digits alone; letters that look like digits count as digits. */
export const plainNumber = (text: string) => toDigits(text).replace(/[^A-Z0-9]/g, '');

/** Whether a side shows a value anywhere, under whatever label, even misread or in part. */
export function isShown(field: FieldName, value: string, { coded, lines }: SideCandidates): boolean {
  const texts = [...lines.map(({ text }) => text), ...candidatesFor(field, coded).map((candidate) => candidate.value)];
  if (isName(field)) return showsWord(texts, normalizeText(value).split(' '));
  if (isDate(field)) return texts.some((text) => showsDate(text, value));
  return texts.some((text) => nearlyContains(plainNumber(text), plainNumber(value), MAX_MISREAD));
}

const MIN_NUMBER = 5;
/** From this length on, a number may have one misread character. */
const LONG_NUMBER = 8;

/** Whether a side shows a value so well that it hardly does by chance. */
export function isConfirmed(field: FieldName, value: string, { country, coded, lines }: SideCandidates): boolean {
  const texts = [...lines.map(({ text }) => text), ...candidatesFor(field, coded).map((candidate) => candidate.value)];
  if (isName(field)) return showsWord(texts, normalizeText(value).split(' '));
  if (isDate(field)) return texts.some((text) => isDateIn(text, value) || isBirthInNumber(text, field, value, country));
  const number = plainNumber(value);
  const maxMisread = number.length >= LONG_NUMBER ? 1 : 0;
  return number.length >= MIN_NUMBER && texts.some((text) => nearlyContains(plainNumber(text), number, maxMisread));
}

const isDateIn = (text: string, value: string) =>
  parseDate(text) === value || plainNumber(text).includes(plainNumber(value));

const MIN_NUMBER_WITH_BIRTH = 10;

/** Many numbers contain the date of birth as a zone writes it, those of persons also in the form of their country. */
function isBirthInNumber(text: string, field: FieldName, value: string, country: string): boolean {
  if (field !== 'date_birth') return false;
  const inZone = value.replace(/^(..).(..).(?:..)(..)$/, '$3$2$1');
  const birth = withoutCentury(value);
  return text
    .split(' ')
    .some(
      (word) =>
        (word.length >= MIN_NUMBER_WITH_BIRTH && word.includes(inZone)) || birthInNumber(country, word) === birth,
    );
}

/** One word of a name is enough: the others may be truncated or unreadable. */
function showsWord(texts: string[], parts: string[]): boolean {
  const words = texts.flatMap((text) => normalizeText(text).split(' '));
  return parts.some((part) => part.length > 2 && words.some((word) => isNearlyWord(word, part)));
}

function isNearlyWord(word: string, part: string): boolean {
  if (word.startsWith(part) || (word.length > 3 && part.startsWith(word))) return true;
  return editDistance(word, part) <= Math.floor(part.length / 3);
}

function showsDate(text: string, value: string): boolean {
  const date = parseDate(text);
  if (date !== null && differences(date, value) < 2) return true;
  return nearlyContains(plainNumber(text), plainNumber(value), 1);
}

function nearlyContains(text: string, value: string, maxMisread: number): boolean {
  for (let at = 0; at + value.length <= text.length + maxMisread; at++) {
    for (let length = value.length - maxMisread; length <= value.length + maxMisread; length++)
      if (editDistance(text.slice(at, at + length), value) <= maxMisread) return true;
  }
  return false;
}
