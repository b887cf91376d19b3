import { alphanumeric } from '../text/misread-characters';
import type { Country } from './country';

/** A driver's number (surname, birth, initials, three characters; the issue follows it), or a passport's. */
function parseNumber(text: string): string | null {
  const number = alphanumeric(text);
  const [, driver] = /^([A-Z9]{5}\d{6}[A-Z9]{2}[A-Z0-9]{3})(?:\d{2})?$/.exec(number) ?? [];
  return driver ?? (/^\d{9}$/.test(number) ? number : null);
}

/** There is no number of the person: that of the licence or passport stands for it. */
export const unitedKingdom: Country = {
  code: 'GBR',
  headers: ['DVLA', 'UNITED KINGDOM OF GREAT BRITAIN'],
  nationalNumber: { mrzField: 'number', parse: parseNumber, hasValidCheckDigit: () => null },
  hasNoNumberOfPersons: true,
  documentNumberIsNationalNumber: true,
  documentLabelIsNationalNumber: true,
  demonyms: ['BRITISH', 'BRITISH CITIZEN', 'BRITANIC'],
};
