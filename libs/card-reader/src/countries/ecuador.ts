import { digitsOnly } from '../text/misread-characters';
import { luhnDigit } from './check-digits';
import type { Country } from './country';

/** Cédula: ten digits, the first two are the province, the last is a check digit modulo 10. */
export function isEcuadorianCedula(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false;
  const province = Number(text.slice(0, 2));
  if (!(province >= 1 && province <= 24) && province !== 30) return false;
  return luhnDigit(text.slice(0, 9)) === Number(text[9]);
}

export const ecuador: Country = {
  code: 'ECU',
  headers: ['REPUBLICA DEL ECUADOR'],
  nationalNumber: {
    mrzField: 'optional_first',
    parse: (text) => digitsOnly(text.replace(/^\s*NUI\W*/i, ''), 10, 10),
    hasValidCheckDigit: isEcuadorianCedula,
  },
  labels: { nin: ['NUI'], other: ['CODIGO DACTILAR', 'CONDICION', 'INSTRUCCION'] },
  demonyms: ['ECUATORIAN', 'ECUADORIAN', 'EQUATORIAN'],
};
