import { alphanumeric, toDigits, toLetters } from '../text/misread-characters';
import type { Country } from './country';
import { birthPlaces, readFiscalCodeOf } from './fiscal-code-of-person';

const oddValues = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

const valueOf = (letter: string) => (/\d/.test(letter) ? Number(letter) : letter.charCodeAt(0) - 65);

/** Codice fiscale: names, birth (a woman's day plus 40), municipality, and a check letter. */
export function isFiscalCode(text: string): boolean {
  if (!/^[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]$/.test(text)) return false;
  const sum = [...text.slice(0, 15)].reduce(
    (total, c, i) => total + (i % 2 === 0 ? oddValues[valueOf(c)]! : valueOf(c)),
    0,
  );
  return String.fromCharCode(65 + (sum % 26)) === text[15];
}

/** Each position allows either letters or digits. Z is the letter of all birthplaces abroad. */
function parseFiscalCode(text: string): string | null {
  const code = alphanumeric(text).replace(/^(.{11})7/, '$1Z');
  if (code.length !== 16) return null;
  const fitted = [...code]
    .map((c, at) => ([6, 7, 9, 10, 12, 13, 14].includes(at) ? toDigits(c) : toLetters(c)))
    .join('');
  return /^[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]$/.test(fitted) ? fitted : null;
}

function correctBirthDate(code: string, birthDate: string): string {
  const birth = birthPlaces(birthDate, Number(code.slice(9, 11)) > 40);
  const differing = [...birth].filter((c, i) => c !== code[6 + i]).length;
  return differing <= 1 ? code.slice(0, 6) + birth + code.slice(11) : code;
}

/** The numbers of electronic cards: two letters, five digits, two letters. */
function correctDocumentNumber(number: string): string {
  if (!/^C[A-Z0-9]{8}$/.test(number)) return number;
  const fitted = toLetters(number.slice(0, 2)) + toDigits(number.slice(2, 7)) + toLetters(number.slice(7));
  return /^C[A-Z]\d{5}[A-Z]{2}$/.test(fitted) ? fitted : number;
}

export const italy: Country = {
  code: 'ITA',
  headers: ['REPUBBLICA ITALIANA', 'MINISTERO DELL INTERNO'],
  nationalNumber: {
    mrzField: 'optional_first',
    parse: parseFiscalCode,
    hasValidCheckDigit: (number) => (parseFiscalCode(number) ? isFiscalCode(number) : null),
    correctBirthDate,
    readFor: (person, text) => readFiscalCodeOf(person, text, parseFiscalCode, isFiscalCode),
    genderOf: (code) => (Number(code.slice(9, 11)) > 40 ? 'F' : 'M'),
    isDistinctive: true,
  },
  correctDocumentNumber,
  licenceNumberIsNationalNumber: true,
  language: 'ita',
  labels: {
    nin: ['CODICE FISCALE', 'FISCAL CODE'],
    date_birth: ['LUOGO E DATA DI NASCITA', 'PLACE AND DATE OF BIRTH'],
    date_issue: ['EMISSIONE', 'ISSUING'],
    other: ['COMUNE DI', 'MUNICIPALITY', 'STATURA', 'INDIRIZZO DI RESIDENZA', 'ESTREMI ATTO DI NASCITA'],
  },
  demonyms: ['ITALIAN'],
};
