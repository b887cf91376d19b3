import { digitsOnly } from '../text/misread-characters';
import { digitsOf } from './check-digits';
import type { Country } from './country';

/** Cédula: ten digits, the first two are the province, the last is a check digit modulo 10. */
export function isEcuadorianCedula(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false;
  const province = Number(text.slice(0, 2));
  if (!(province >= 1 && province <= 24) && province !== 30) return false;
  return luhnDigit(text.slice(0, 9)) === Number(text[9]);
}

function luhnDigit(text: string): number {
  const sum = digitsOf(text).reduce((total, digit, i) => {
    const doubled = i % 2 === 0 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10;
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
