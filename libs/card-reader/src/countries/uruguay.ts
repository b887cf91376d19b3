import { alphanumeric, digitsOnly } from '../text/misread-characters';
import { digitsOf, weightedSum } from './check-digits';
import type { Country } from './country';

/** Cédula: up to seven digits and a check digit modulo 10. */
export function isUruguayanCedula(text: string): boolean {
  if (!/^\d{7,8}$/.test(text)) return false;
  const digits = digitsOf(text.padStart(8, '0'));
  return (10 - (weightedSum(digits.slice(0, 7), [2, 9, 8, 7, 6, 3, 4]) % 10)) % 10 === digits[7];
}

export const uruguay: Country = {
  code: 'URY',
  headers: ['REPUBLICA ORIENTAL DEL URUGUAY', 'ORIENTAL DEL URUGUAY'],
  hasZoneOnBack: true,
  nationalNumber: {
    mrzField: 'optional_first',
    parse(text) {
      const number = digitsOnly(text, 7, 8);
      return number ? `${number.slice(0, -1)}-${number.slice(-1)}` : null;
    },
    hasValidCheckDigit: (number) => isUruguayanCedula(alphanumeric(number)),
  },
  demonyms: ['URUGUAY', 'URUGUAYAN'],
};
