import { parseDate } from '../text/dates';
import { toDigits, toLetters } from '../text/misread-characters';
import type { Country } from './country';
import { checkOfCountry } from './number-checks';

const MIN_DIGIT_SHARE = 0.4;
/** A date of birth, and behind a slash the number of that day. Between other numbers a slash divides two texts. */
const BIRTH_NUMBER = /^\d{6}\/\d{3,4}$/;

const DATE_DIGITS = 8;

/** A number in groups may begin as a date does: 0501 1999 13091. */
const isDate = (printed: string) => printed.replace(/\D/g, '').length <= DATE_DIGITS && parseDate(printed) !== null;

/** A country without a file of its own: the number is what a label announces, or the optional data of the MRZ. */
export const anyCountry: Country = {
  code: '',
  headers: [],
  nationalNumber: {
    mrzField: 'optional_first',
    parse(printed) {
      // Words and addresses are no numbers.
      if (/(^|\s)\p{L}{3,}(\s|$)/u.test(printed.replace(/^\s*(N[°ºo.]*|NRO|NUM)\s/i, '')) || isDate(printed))
        return null;
      const text = printed
        .toUpperCase()
        // The sign of a degree is often misread as a quotation mark.
        .replace(/^\s*N(?:O(?=[.:\s]))?[°º.:*'"’”“\s]+/, '')
        .replace(/[^A-Z0-9/-]/g, '')
        .replace(/^[-/]+|[-/]+$/g, '');
      const number = BIRTH_NUMBER.test(text) ? text : text.replaceAll('/', '');
      const digits = number.replace(/\D/g, '').length;
      const isNumber = digits >= 3 && !/^[A-Z]{4}|[A-Z]{5}/.test(number) && digits >= number.length * MIN_DIGIT_SHARE;
      return isNumber && number.length >= 5 && number.replace(/-/g, '').length <= 20 ? number : null;
    },
    hasValidCheckDigit: () => null,
  },
  demonyms: [],
};

/** Numbers that begin and end with a letter, which may be misread as a digit. */
const betweenLetters: Record<string, RegExp> = { ALB: /^[A-Z]\d{8}[A-Z]$/, SGP: /^[A-Z]\d{7}[A-Z]$/ };
const lettersLike: Record<string, string> = { 0: 'OD', 1: 'IL', 2: 'Z', 4: 'A', 5: 'S', 6: 'G', 7: 'ZT', 8: 'B' };

/** The number with its letters; of those that resemble the last sign, the one that makes the check digit right. */
function withLetters(number: string | null, code: string): string | null {
  const form = betweenLetters[code];
  if (!number || !form) return number;
  const [first, last] = [toLetters(number.slice(0, 1)), number.slice(-1)];
  const fitted = [...(lettersLike[last] ?? last)].map((letter) => first + toDigits(number.slice(1, -1)) + letter);
  const right = fitted.find((one) => checkOfCountry(code)(one)) ?? fitted[0]!;
  return form.test(right) ? right : number;
}

/** Romania: gender and century, the date of birth, six digits; the zone has the first and the last ones together. */
function withBirth(field: string, birth: string): string | null {
  const [, first, last] = /^(\d)(\d{6})<*$/.exec(field) ?? [];
  const number = `${first}${birth}${last}`;
  return last && checkOfCountry('ROU')(number) ? number : null;
}

/** Where every valid card has a zone on its back. */
const withZoneOnBack = 'AUT BEL BGR EST FIN HRV HUN LTU LUX LVA NLD POL SVN SWE'.split(' ');

/** A country without a file, of which the code is known, or not even that. */
export const countryWithoutFile = (code: string): Country => ({
  ...anyCountry,
  code,
  hasZoneOnBack: withZoneOnBack.includes(code),
  nationalNumber: {
    ...anyCountry.nationalNumber,
    parse: (text) => withLetters(anyCountry.nationalNumber.parse(text), code),
    // The number of an immigrant stands where others have that of the document; behind it is that of a receipt.
    mrzField: code === 'USA' ? 'number' : 'optional_first',
    hasValidCheckDigit: checkOfCountry(code),
    ofZone: code === 'ROU' ? withBirth : undefined,
  },
  correctDocumentNumber: code in betweenLetters ? (number) => withLetters(number, code)! : undefined,
});
