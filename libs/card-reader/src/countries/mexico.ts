import { parseDate } from '../text/dates';
import { parseGender } from '../text/genders';
import { alphanumeric, toDigits, toLetters } from '../text/misread-characters';
import type { Country } from './country';
import { readCurpOf } from './curp-of-person';

const CURP_LENGTH = 18;
const CURP_VALUES = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';
const states = new Set(
  'AS BC BS CC CL CM CS CH DF DG GT GR HG JC MC MN MS NT NL OC PL QT QR SP SL SR TC TS TL VZ YN ZS NE'.split(' '),
);

/** CURP: 18 letters and digits, the last a check digit modulo 10. */
export function isCurp(text: string): boolean {
  if (!/^[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{5}[A-Z\d]\d$/.test(text)) return false;
  const sum = [...text.slice(0, 17)].reduce((total, c, i) => total + CURP_VALUES.indexOf(c) * (18 - i), 0);
  return (10 - (sum % 10)) % 10 === Number(text[17]);
}

/** The CURP in a text. Misread characters are corrected by what each position allows; null where none fits. */
export function parseCurp(text: string): string | null {
  // A line of the background repeats a character. So does the birth of November 1991, in a text of the right length.
  const repeated = text.length > CURP_LENGTH ? text.replace(/(.)\1{2,}/g, '$1') : text;
  const curps = withoutDoubledLetter(repeated)
    .map(correctByPosition)
    .filter((curp) => curp !== null);
  const distinct = [...new Set(curps)];
  return distinct.find(isCurp) ?? (distinct.length === 1 ? (distinct[0] ?? null) : null);
}

/** The engine may read one character twice: a zero as O and 0, a J as I and J. Leaves out each in turn. */
function withoutDoubledLetter(text: string): string[] {
  if (text.length === CURP_LENGTH) return [text];
  if (text.length !== CURP_LENGTH + 1) return [];
  return [...text].map((_, at) => text.slice(0, at) + text.slice(at + 1));
}

function correctByPosition(text: string): string | null {
  const birth = toDigits(text.slice(4, 10));
  // The last character but one is a digit for people born before 2000, a letter after.
  const century = /\d/.test(toDigits(text[16]!)) && text[16] !== 'A' ? toDigits(text[16]!) : text[16]!;
  const curp = toLetters(text.slice(0, 4)) + birth + toLetters(text.slice(10, 16)) + century + toDigits(text[17]!);
  const fits = /^[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-Z\d]\d$/.test(curp);
  if (!fits || !states.has(curp.slice(11, 13))) return null;
  const isDay = ['19', '20'].some((c) => parseDate(`${birth.slice(4)}/${birth.slice(2, 4)}/${c}${birth.slice(0, 2)}`));
  return isDay ? curp : null;
}

/** Replaces the birth date in a CURP by a proven one where at most two digits differ: they were misread. */
export function correctBirthDate(curp: string, birthDate: string): string {
  const differing = [...birthDate].filter((digit, i) => digit !== curp[4 + i]).length;
  return differing <= 2 ? curp.slice(0, 4) + birthDate + curp.slice(10) : curp;
}

export const mexico: Country = {
  code: 'MEX',
  headers: ['INSTITUTO NACIONAL ELECTORAL', 'CREDENCIAL PARA VOTAR', 'ESTADOS UNIDOS MEXICANOS', 'MEXICO'],
  hasZoneOnBack: true,
  nationalNumber: {
    parse: (text) => parseCurp(alphanumeric(text).replace(/^CURP/, '')),
    hasValidCheckDigit: isCurp,
    correctBirthDate,
    readFor: (person, text) => readCurpOf(person, alphanumeric(text).replace(/^CURP/, ''), states, isCurp),
    genderOf: (curp) => parseGender(curp[10] ?? '', true),
    isDistinctive: true,
  },
  fullNameOrder: 'lastnames_first',
  usesHombreMujer: true,
  isForCitizensOnly: true,
  labels: {
    nin: ['CURP', 'CLAVE UNICA DE REGISTRO DE POBLACION'],
    other: ['CLAVE DE ELECTOR', 'SECCION', 'ANO DE REGISTRO'],
  },
  demonyms: ['MEXICAN'],
};
