import { digitsOnly } from '../text/misread-characters';
import type { Country } from './country';

export const costaRica: Country = {
  code: 'CRI',
  headers: ['REPUBLICA DE COSTA RICA', 'TRIBUNAL SUPREMO DE ELECCIONES'],
  nationalNumber: {
    mrzField: 'number',
    /** Province, volume and entry. */
    parse(text) {
      const number = digitsOnly(text, 9, 9);
      return number && number[0] !== '0' ? number.replace(/(.)(....)(....)/, '$1-$2-$3') : null;
    },
    hasValidCheckDigit: () => null,
  },
  documentNumberIsNationalNumber: true,
  documentLabelIsNationalNumber: true,
  labels: { other: ['DOMICILIO ELECTORAL', 'CONOCIDO COMO'] },
  demonyms: ['COSTARRICENSE', 'COSTA RICAN'],
};
