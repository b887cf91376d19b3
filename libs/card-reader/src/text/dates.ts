import { languages } from '../languages';
import { listedWords } from '../languages/listed-words';
import { toDigits, toLetters } from './misread-characters';
import { stripAccents, editDistance } from './normalize-text';

interface Day {
  day: number;
  month: number;
  year: number;
}

/** The words for each month, from January on, in all languages. */
const months = Array.from({ length: 12 }, (_, i) =>
  languages.flatMap(({ months: words = '' }) => listedWords(words)[i]?.split(' ') ?? []),
);

const pad = (n: number, length = 2) => String(n).padStart(length, '0');
const formatDay = ({ day, month, year }: Day) => `${pad(day)}/${pad(month)}/${pad(year, 4)}`;

function isRealDay({ day, month, year }: Day): boolean {
  if (year < 1900 || year > 2100) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Finds a date in a printed text: `16 FEB 1974`, `04 NOV/ NOV 2017`, `14 09 1992`, `03-ENE-1989`. As DD/MM/YYYY. */
export function parseDate(text: string): string | null {
  const upper = stripAccents(text).toUpperCase();
  const found = parseNamedMonth(upper) ?? parseNumericDate(upper);
  return found && isRealDay(found) ? formatDay(found) : null;
}

const YEAR = '((?:19|20|I9|Z0|2O)[0-9OISBZ|]{2})(?![0-9])';

/** A month, with the digits that its letters are misread as. */
const MONTH_WORD = '((?=[0158]?[A-Z])[A-Z0158]{3,10})';
/** Day, month as a word in one or two languages, year; with the letters that digits are misread as. */
const NAMED_MONTH = new RegExp(
  `([0-9OQDILSBZ|]{1,2})[\\s.,/-]*${MONTH_WORD}[\\s.,/-]*(?:${MONTH_WORD}[\\s.,/-]*)?${YEAR}`,
);
/** As in English: MARCH 12, 1990. */
const MONTH_FIRST = new RegExp(`([A-Z]{3,10})[\\s.]+([0-9OQDILSBZ|]{1,2})[\\s.,]+${YEAR}`);

/** As in Canada: 2027-APR-27. */
const YEAR_FIRST = new RegExp(`${YEAR}[\\s.,/-]+([A-Z]{3,10})[\\s.,/-]+([0-9OQDILSBZ|]{1,2})(?![0-9])`);

/** Whether every digit of the date in a text is a digit, and its month a known word. */
export function isWrittenExactly(text: string): boolean {
  const upper = stripAccents(text).toUpperCase();
  const named = findNamedMonth(upper);
  if (named) return /^\d+$/.test(named.day + named.year) && named.words.some((word) => exactMonthOf(word));
  return parseNumericDate(upper.replace(/[OQDILSBZ|]/g, ' ')) !== null;
}

function parseNamedMonth(text: string): Day | null {
  const found = findNamedMonth(text);
  return found && { day: Number(toDigits(found.day)), month: found.month, year: Number(toDigits(found.year)) };
}

/** The parts of a date as they are written; null where no word is a month. */
function findNamedMonth(text: string) {
  const plain = text.replace(/\bDE\b/g, ' ');
  const [, day, word, otherWord, year] = NAMED_MONTH.exec(plain) ?? [];
  const [, firstWord, dayBehind, yearBehind] = MONTH_FIRST.exec(plain) ?? [];
  const [, yearBefore, wordBehind, lastDay] = YEAR_FIRST.exec(plain) ?? [];
  const forms = [
    { day, year, words: [word, otherWord] },
    { day: dayBehind, year: yearBehind, words: [firstWord] },
    { day: lastDay, year: yearBefore, words: [wordBehind] },
  ];
  for (const form of forms) {
    const words = form.words.filter((name) => name !== undefined);
    const month = firstOf(words, exactMonthOf) ?? firstOf(words, monthOf);
    if (form.day && form.year && month) return { day: form.day, year: form.year, words, month };
  }
  return null;
}

const firstOf = (words: string[], monthIn: (word: string) => number | null) =>
  words.map(monthIn).find((month) => month !== null) ?? null;

function exactMonthOf(word: string): number | null {
  const at = months.findIndex((names) => names.includes(word));
  return at < 0 ? null : at + 1;
}

function monthOf(written: string): number | null {
  const word = toLetters(written);
  const exact = exactMonthOf(word);
  if (exact) return exact;
  const near = months.flatMap((names, i) =>
    names.some((name) => Math.abs(name.length - word.length) < 2 && editDistance(name, word) === 1) ? [i + 1] : [],
  );
  return near.length === 1 ? near[0]! : null;
}

/** Groups of digits before or behind belong to a number, such as 0801-1985-01234; the end of a word is no digit. */
function parseNumericDate(text: string): Day | null {
  const plain = text.replace(/[^A-Z0-9/.\- |]/g, ' ');
  const iso = /(?<![0-9])((?:19|20)\d{2})[-/. ](\d{2})[-/. ](\d{2})(?![0-9])/.exec(plain);
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const one = '[0-9OQDILSBZ|]';
  const match = new RegExp(
    `(?<![0-9][-/.]?)(?<![A-Z](?=[A-Z]))(${one}{2})[-/. ]*(${one}{2})[-/. ]*((?:19|20|I9|2O)${one}{2})(?![-/.]?[0-9])`,
  ).exec(plain);
  if (!match) return null;
  const [day, month, year] = match.slice(1).map((part) => Number(toDigits(part))) as [number, number, number];
  return { day, month, year };
}

/** The last day of a century: a card without expiry. */
const NO_EXPIRY = '991231';

/** Parses YYMMDD of an MRZ. A birth is in the past, an expiry at most 50 years ahead. */
export function parseMrzDate(text: string, kind: 'birth' | 'expiry', now = new Date()): string | null {
  if (!/^\d{6}$/.test(text) || (kind === 'expiry' && text === NO_EXPIRY)) return null;
  const [yy, month, day] = [0, 2, 4].map((at) => Number(text.slice(at, at + 2))) as [number, number, number];
  const thisYear = now.getUTCFullYear();
  const horizon = kind === 'birth' ? thisYear : thisYear + 50;
  let year = 2000 + yy;
  if (year > horizon) year -= 100;
  return isRealDay({ day, month, year }) ? formatDay({ day, month, year }) : null;
}

const SHORT_YEAR = '([0-9]{2})(?![^\\s]|\\s*[0-9])';
const SHORT_NAMED = new RegExp(
  `(?<![0-9])([0-9]{2})[\\s.,/-]*([A-Z]{3,10})[\\s.,/-]*(?:([A-Z]{3,10})[\\s.,/-]*)?${SHORT_YEAR}`,
);
const SHORT_NUMERIC = new RegExp(`(?<![0-9][-/.]?)([0-9]{2})\\.([0-9]{2})\\.${SHORT_YEAR}`);

/**
 * Finds a date whose year has two digits: `12 AUG /AOÛT 85`, `12.08.85`. The years 19 and 20 are left out: they may be
 * the beginning of four digits whose end was not read.
 */
export function parseShortDate(text: string, isInFuture: boolean, now = new Date()): string | null {
  const upper = stripAccents(text).toUpperCase();
  const [, namedDay, word, otherWord, namedYear] = SHORT_NAMED.exec(upper) ?? [];
  const named = firstOf(
    [word, otherWord].filter((name) => name !== undefined),
    exactMonthOf,
  );
  const [, day, month, year] = named ? [null, namedDay, pad(named), namedYear] : (SHORT_NUMERIC.exec(upper) ?? []);
  if (!year || /^(?:19|20)$/.test(year)) return null;
  return parseMrzDate(`${year}${month}${day}`, isInFuture ? 'expiry' : 'birth', now);
}

/** The start of a day DD/MM/YYYY in UTC milliseconds; null if it is not a date. */
export function toTimestamp(date: string | null): number | null {
  const match = date ? /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(date) : null;
  return match ? Date.UTC(Number(match[3]), Number(match[2]) - 1, Number(match[1])) : null;
}
