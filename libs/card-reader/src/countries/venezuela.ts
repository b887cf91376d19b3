import { digitsOnly } from '../text/misread-characters';
import type { Country } from './country';

export const venezuela: Country = {
  code: 'VEN',
  headers: [
    'REPUBLICA BOLIVARIANA DE VENEZUELA',
    'BOLIVARIANA DE VENEZUELA',
    'REPUBLICA DE VENEZUELA',
    'IDENTIFICACION MIGRACION Y EXTRANJERIA',
  ],
  nationalNumber: {
    mrzField: 'number',
    /** V for citizens, E for foreigners, and up to nine digits. */
    parse(text) {
      const [, kind, rest] = /^\s*(?:C\.?\s?I\.?\s*)?([VE])?[-.:\s]*(\d[\d. ]+)$/i.exec(text) ?? [];
      const number = digitsOnly(rest ?? '', 6, 9);
      return number ? `${kind ? `${kind.toUpperCase()}-` : ''}${number}` : null;
    },
    hasValidCheckDigit: () => null,
  },
  hasPlainBack: true,
  documentNumberIsNationalNumber: true,
  documentLabelIsNationalNumber: true,
  labels: {
    date_birth: ['F NACIMIENTO', 'F NAC'],
    date_issue: ['F EXPEDICION', 'F EMISION'],
    date_due: ['F VENCIMIENTO'],
    other: ['EDO CIVIL', 'DIRECTOR'],
  },
  demonyms: ['VENEZOLAN', 'VENEZUELAN'],
};
