import { alphanumeric } from '../text/misread-characters';
import type { Country } from './country';

/** Nine digits and letters since 2021, twelve digits before. */
function parseCardNumber(text: string): string | null {
  const number = alphanumeric(text);
  return /^([A-Z0-9]{9}|\d{12})$/.test(number) && number.replace(/\D/g, '').length >= 2 ? number : null;
}

/** The card does not show the number of the person: that of the card stands for it. */
export const france: Country = {
  code: 'FRA',
  headers: ['REPUBLIQUE FRANCAISE'],
  nationalNumber: { mrzField: 'number', parse: parseCardNumber, hasValidCheckDigit: () => null },
  hasNoNumberOfPersons: true,
  documentNumberIsNationalNumber: true,
  documentLabelIsNationalNumber: true,
  licenceNumberIsNationalNumber: true,
  language: 'fra',
  labels: { other: ['NOM D USAGE', 'ALTERNATE NAME', 'TAILLE', 'CARTE NATIONALE D IDENTITE'] },
  demonyms: ['FRANCAIS', 'FRENCH', 'FRANCES'],
};
