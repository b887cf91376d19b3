import { digitsOnly } from '../text/misread-characters';
import { digitsOf } from './check-digits';
import type { Country } from './country';

/** CUI: eight digits and a check digit modulo 11, then department and municipality. */
export function isCui(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  const department = Number(text.slice(9, 11));
  const sum = digitsOf(text.slice(0, 8)).reduce((total, digit, i) => total + digit * (i + 2), 0);
  return department >= 1 && department <= 22 && sum % 11 === Number(text[8]);
}

export const guatemala: Country = {
  code: 'GTM',
  headers: ['REPUBLICA DE GUATEMALA'],
  hasZoneOnBack: true,
  nationalNumber: {
    mrzField: 'optional_first',
    parse: (text) => digitsOnly(text.replace(/^\s*CUI\W*/i, ''), 13, 13),
    hasValidCheckDigit: isCui,
  },
  labels: { nin: ['CUI', 'CODIGO UNICO DE IDENTIFICACION'], other: ['VECINDAD', 'LIBRO', 'FOLIO', 'PARTIDA'] },
  demonyms: ['GUATEMALTEC', 'GUATEMALAN'],
};
