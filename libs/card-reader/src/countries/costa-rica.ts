import { parseDate } from '../text/dates';
import { digitsOnly } from '../text/misread-characters';
import { type BarcodeFields, barcodeGender, barcodeName, unverified } from './barcode-fields';
import type { Country } from './country';

/** The barcode hides its text behind these bytes, over and over; they are the same on every card. */
const MASK = [39, 48, 4, 160, 0, 15, 147, 18, 160, 209, 51, 224, 3, 208, 0, 223, 0];

/** Number, two surnames, given names, gender, birth and expiry, each at its place. */
function parseBarcode(text: string): BarcodeFields | null {
  const shown = [...text].map((letter, i) => letter.charCodeAt(0) ^ MASK[i % MASK.length]!);
  const plain = String.fromCharCode(...shown);
  const part = (from: number, to: number) => plain.slice(from, to).replace(/\0/g, ' ');
  const [number, dates] = [parseCedula(part(0, 9)), part(92, 108)];
  if (!number || !/^\d{16}$/.test(dates)) return null;
  const [birth, due] = [dates.slice(0, 8), dates.slice(8)].map((date) => date.replace(/(....)(..)(..)/, '$3/$2/$1'));
  return {
    lastname: barcodeName(`${part(9, 35)} ${part(35, 61)}`),
    name: barcodeName(part(61, 91)),
    gender: barcodeGender(part(91, 92)),
    nin: number,
    document_number: number,
    date_birth: parseDate(birth!),
    date_due: parseDate(due!),
  };
}

/** Province, volume and entry. */
function parseCedula(text: string): string | null {
  const number = digitsOnly(text, 9, 9);
  return number && number[0] !== '0' ? number.replace(/(.)(....)(....)/, '$1-$2-$3') : null;
}

export const costaRica: Country = {
  code: 'CRI',
  headers: ['REPUBLICA DE COSTA RICA', 'TRIBUNAL SUPREMO DE ELECCIONES'],
  nationalNumber: {
    mrzField: 'number',
    parse: parseCedula,
    hasValidCheckDigit: () => null,
  },
  documentNumberIsNationalNumber: true,
  documentLabelIsNationalNumber: true,
  labels: { other: ['DOMICILIO ELECTORAL', 'CONOCIDO COMO'] },
  isForCitizensOnly: true,
  demonyms: ['COSTARRICENSE', 'COSTA RICAN'],
  parseBarcode: (text) => unverified(parseBarcode(text)),
};
