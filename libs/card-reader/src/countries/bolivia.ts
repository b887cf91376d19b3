import { alphanumeric, digitsOnly } from '../text/misread-characters';
import type { Country } from './country';

/** The department that gave the card stands behind the number, and is no part of it. */
const DEPARTMENT = /\s+(?:EXP\.?\s*)?(?:LP|CB|SC|OR|PT|TJ|CH|BE|PD)\.?\s*$/i;

/** Up to eight digits; two persons with the same number have a complement, such as 1234567-1B. */
function parseCedula(text: string): string | null {
  const [, number, complement] = /^\D{0,4}(\d[\d. ]{3,10}\d)\s*[-–]\s*(\d[A-Z])\b/.exec(text.toUpperCase()) ?? [];
  if (number && complement && alphanumeric(number).length <= 8) return `${alphanumeric(number)}-${complement}`;
  return digitsOnly(text.replace(DEPARTMENT, '').replace(/^\s*N\W{0,2}[O0]?\W*/i, ''), 5, 8);
}

export const bolivia: Country = {
  code: 'BOL',
  headers: ['ESTADO PLURINACIONAL DE BOLIVIA', 'PLURINACIONAL DE BOLIVIA', 'REPUBLICA DE BOLIVIA'],
  nationalNumber: { mrzField: 'number', parse: parseCedula, hasValidCheckDigit: () => null },
  documentNumberIsNationalNumber: true,
  documentLabelIsNationalNumber: true,
  labels: { nin: ['CEDULA DE IDENTIDAD NO', 'CEDULA DE IDENTIDAD N'], other: ['SECCION', 'SERIE'] },
  isForCitizensOnly: true,
  demonyms: ['BOLIVIAN'],
};
