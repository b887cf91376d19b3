import { toDigits } from '../text/misread-characters';
import type { Country } from './country';

/** Province or kind of citizenship, volume and entry: 8-123-4567, PE-12-345, E-8-98765. */
function parseCedula(text: string): string | null {
  const parts = text
    .toUpperCase()
    .replace(/[^A-Z0-9–-]/g, '')
    .split(/[–-]/);
  const [kind = '', volume = '', entry = ''] = parts;
  if (parts.length !== 3 || !/^(PE|E|N|\d{1,2}(AV|PI)?)$/.test(kind)) return null;
  const [digits, last] = [toDigits(volume), toDigits(entry)];
  return /^\d{1,4}$/.test(digits) && /^\d{1,6}$/.test(last) ? `${kind}-${digits}-${last}` : null;
}

export const panama: Country = {
  code: 'PAN',
  headers: ['REPUBLICA DE PANAMA', 'TRIBUNAL ELECTORAL'],
  nationalNumber: { parse: parseCedula, hasValidCheckDigit: () => null, isDistinctive: true },
  isNumberOfForeigner: (number) => number.startsWith('E-'),
  documentNumberIsNationalNumber: true,
  documentLabelIsNationalNumber: true,
  namesWithoutLabels: true,
  labels: { nin: ['CEDULA'], date_issue: ['EXPEDIDA'], other: ['TIPO DE SANGRE'] },
  isForCitizensOnly: true,
  demonyms: ['PANAMEN', 'PANAMANIAN'],
};
