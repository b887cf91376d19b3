import { digitsOnly } from '../text/misread-characters';
import type { Country } from './country';

const parseDni = (text: string) =>
  digitsOnly(text.replace(/^\s*DNI\s*/i, '').replace(/\s*[-–—]\s*[0-9A-K]\s*$/, ''), 8, 8);

/** Foreigners have nine digits, and two zeros first. */
const parseForeigner = (text: string) =>
  /^00\d{7}$/.exec(digitsOnly(text.replace(/^\s*N\W+/i, ''), 9, 9) ?? '')?.[0] ?? null;

export const peru: Country = {
  code: 'PER',
  headers: ['REPUBLICA DEL PERU'],
  nationalNumber: {
    mrzField: 'number',
    // The card prints the check character after the number and a hyphen; it is not part of the number.
    parse: (text) => parseDni(text) ?? parseForeigner(text),
    hasValidCheckDigit: () => null,
  },
  documentNumberIsNationalNumber: true,
  labels: {
    nin: ['DNI', 'CUI'],
    name: ['PRE NOMBRES', 'PRENOMBRES'],
    date_birth: ['NACIMIENTO FECHA Y UBIGEO'],
    other: ['UBIGEO', 'DONACION DE ORGANOS', 'GRUPO DE VOTACION'],
  },
  demonyms: ['PERUAN', 'PERUVIAN'],
};
