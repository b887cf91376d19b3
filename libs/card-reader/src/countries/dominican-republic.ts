import { alphanumeric, digitsOnly } from '../text/misread-characters';
import { luhnDigit } from './check-digits';
import type { Country } from './country';

/** Eleven digits, the last of them a check digit (Luhn). */
export const isDominicanCedula = (text: string) =>
  /^\d{11}$/.test(text) && luhnDigit(text.slice(0, -1)) === Number(text.at(-1));

export const dominicanRepublic: Country = {
  code: 'DOM',
  headers: ['REPUBLICA DOMINICANA', 'JUNTA CENTRAL ELECTORAL'],
  nationalNumber: {
    mrzField: 'optional_first',
    parse(text) {
      const number = digitsOnly(text, 11, 11);
      return number ? number.replace(/(...)(.{7})(.)/, '$1-$2-$3') : null;
    },
    hasValidCheckDigit: (number) => isDominicanCedula(alphanumeric(number)),
  },
  hasDocumentNumberInZone: true,
  namesWithoutLabels: true,
  labels: { nin: ['CEDULA'], other: ['OCUPACION', 'SANGRE', 'COLEGIO'] },
  demonyms: ['DOMINICAN', 'REPUBLICA DOMINICAN'],
};
