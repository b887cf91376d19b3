import { alphanumeric } from '../text/misread-characters';
import type { Country } from './country';

/** Nine digits and letters without vowels, so that no word appears. */
function parseCardNumber(text: string): string | null {
  const number = alphanumeric(text).replace(/O/g, '0').replace(/I/g, '1');
  return /^[CFGHJKLMNPRTVWXYZ0-9]{9}$/.test(number) && /\d.*\d/.test(number) ? number : null;
}

/** There is no number of the person: that of the card stands for it. */
export const germany: Country = {
  code: 'DEU',
  headers: ['BUNDESREPUBLIK DEUTSCHLAND', 'FEDERAL REPUBLIC OF GERMANY'],
  hasZoneOnBack: true,
  nationalNumber: { mrzField: 'number', parse: parseCardNumber, hasValidCheckDigit: () => null },
  correctDocumentNumber: (number) => parseCardNumber(number) ?? number,
  hasNoNumberOfPersons: true,
  documentNumberIsNationalNumber: true,
  documentLabelIsNationalNumber: true,
  licenceNumberIsNationalNumber: true,
  language: 'deu',
  labels: {
    lastname: ['NAME', 'NAME SURNAME NOM', 'A NAME'],
    other: [
      'GEBURTSNAME',
      'NAME AT BIRTH',
      'CAN',
      'AUGENFARBE',
      'GROSSE',
      'ANSCHRIFT',
      'BEHORDE',
      'ORDENS UND KUNSTLERNAME',
    ],
    date_issue: ['DATUM', 'DATUM DATE DATE'],
  },
  demonyms: ['GERMAN', 'DEUTSCH', 'ALEMAN'],
};
