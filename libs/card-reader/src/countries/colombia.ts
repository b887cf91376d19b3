import { parseDate } from '../text/dates';
import { digitsOnly } from '../text/misread-characters';
import { type BarcodeFields, barcodeGender, barcodeName, unverified } from './barcode-fields';
import type { Country } from './country';

const NAME_LENGTH = 23;

/** The number, four names of 23 characters each padded with NUL, then gender and date of birth. */
function parseBarcode(text: string): BarcodeFields | null {
  if (!text.includes('PubDSK_')) return null;
  const match = /(\d{10})((?:[^\0\d][^\0\d]*\0*){1,4})\d([MF])(\d{4})(\d{2})(\d{2})/.exec(text);
  if (!match) return null;
  const [, number, names = '', gender, year, month, day] = match;
  if (names.length !== 4 * NAME_LENGTH) return null;
  const [firstLastname, secondLastname, firstName, secondName] = [0, 1, 2, 3].map((i) =>
    names
      .slice(i * NAME_LENGTH, (i + 1) * NAME_LENGTH)
      .replace(/\0/g, '')
      .trim(),
  );
  const nin = number!.replace(/^0+/, '');
  return {
    lastname: barcodeName(`${firstLastname} ${secondLastname}`),
    name: barcodeName(`${firstName} ${secondName}`),
    gender: barcodeGender(gender),
    nin,
    document_number: nin,
    nationality: 'COL',
    date_birth: parseDate(`${day}/${month}/${year}`),
  };
}

export const colombia: Country = {
  code: 'COL',
  headers: ['REPUBLICA DE COLOMBIA'],
  nationalNumber: {
    mrzField: 'optional_second',
    parse: (text) => digitsOnly(text, 6, 10),
    hasValidCheckDigit: () => null,
  },
  documentNumberIsNationalNumber: true,
  documentLabelIsNationalNumber: true,
  fullNameOrder: 'names_first',
  isForCitizensOnly: true,
  labels: { nin: ['NUIP'], other: ['G S RH', 'INDICE DERECHO', 'REGISTRADOR NACIONAL'] },
  demonyms: ['COLOMBIAN'],
  parseBarcode: (text) => unverified(parseBarcode(text)),
};
