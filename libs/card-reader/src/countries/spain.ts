import { alphanumeric, toDigits, toLetters } from '../text/misread-characters';
import type { Country } from './country';

/** DNI with its check letter, or NIE, which begins with X, Y or Z. */
export const isSpanishId = (text: string) => /^[XYZ\d]\d{7}[A-Z]$/.test(text) && checkLetter(text) === text[8];

/** The check letter of the first eight characters of a DNI or NIE. */
function checkLetter(text: string): string {
  const number = Number(text.slice(0, 8).replace(/^[XYZ]/, (c) => String('XYZ'.indexOf(c))));
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] ?? '';
}

/** The digits that each check letter is easily misread as. */
const misreadAs: Record<string, string> = { Z: '27', S: '58', B: '8', D: '0', Q: '0', G: '6', T: '17', J: '1', L: '1' };

/**
 * A digit in the place of the check letter counts as that letter if the right one looks like it, and a 2 or 7 at the
 * beginning as a Z if only then the letter is right.
 */
function parseSpanishId(text: string): string | null {
  const number = alphanumeric(text).replace(/^DNI/, '');
  const fitted = withCheckLetter(number);
  // Two in 23 numbers fit both: then it is what was read.
  const asForeigner = /^[27]/.test(number) && !isSpanishId(fitted) ? withCheckLetter(`Z${number.slice(1)}`) : '';
  const id = isSpanishId(asForeigner) ? asForeigner : fitted;
  return /^[XYZ\d]\d{7}[A-Z]$/.test(id) ? id : null;
}

function withCheckLetter(number: string): string {
  const start = number.slice(0, 1) + toDigits(number.slice(1, 8));
  const letter = checkLetter(start);
  const last = (misreadAs[letter] ?? '').includes(number.slice(8) || ' ') ? letter : number.slice(8);
  return start + last;
}

/**
 * The number of the card: three letters and six digits, or E and eight digits on permits of residence. On a licence it
 * is the holder's.
 */
function correctCardNumber(number: string): string {
  const id = parseSpanishId(number);
  if (id !== null && isSpanishId(id)) return id;
  const [, permit] = /^E([0-9A-Z]{8})$/.exec(number) ?? [];
  if (permit && /\d{5}/.test(permit)) return `E${toDigits(permit)}`;
  return /^\w{9}$/.test(number) ? toLetters(number.slice(0, 3)) + toDigits(number.slice(3)) : number;
}

export const spain: Country = {
  code: 'ESP',
  headers: ['REINO DE ESPANA', 'ESPANA'],
  hasZoneOnBack: true,
  nationalNumber: { mrzField: 'optional_first', parse: parseSpanishId, hasValidCheckDigit: isSpanishId },
  correctDocumentNumber: correctCardNumber,
  labels: {
    nin: ['DNI', 'NIF', 'NUM DNI', 'NUMERO DNI', 'DNI NUM'],
    document_number: ['NUM SOPORT', 'NUM SOPORTE', 'NUMERO DE SOPORTE', 'IDESP'],
    other: ['EQUIPO', 'CAN'],
  },
  demonyms: ['ESPANOL', 'SPANISH', 'ESPANHOL'],
};
