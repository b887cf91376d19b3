import { digitsOnly } from '../text/misread-characters';
import type { Country } from './country';

export const paraguay: Country = {
  code: 'PRY',
  headers: ['REPUBLICA DEL PARAGUAY'],
  hasZoneOnBack: true,
  nationalNumber: {
    mrzField: 'number',
    parse: (text) => digitsOnly(text, 5, 8),
    hasValidCheckDigit: () => null,
  },
  documentNumberIsNationalNumber: true,
  documentLabelIsNationalNumber: true,
  demonyms: ['PARAGUAY', 'PARAGUAYAN'],
};
