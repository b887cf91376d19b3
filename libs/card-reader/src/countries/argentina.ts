import { parseDate } from '../text/dates';
import { digitsOnly } from '../text/misread-characters';
import { type BarcodeFields, barcodeGender, barcodeName, unverified } from './barcode-fields';
import type { Country } from './country';

const isDni = (text: string | undefined) => /^[MF]?\d{6,8}$/.test(text ?? '');

/** `tramite@apellido@nombre@sexo@dni@ejemplar@nacimiento@emisión@…` */
function parseCurrentBarcode(parts: string[]): BarcodeFields | null {
  const [tramite, lastname, given, gender, dni, , birth, issue] = parts;
  if (!tramite || !/^\d{9,11}$/.test(tramite) || !isDni(dni)) return null;
  return toFields({ lastname, given, gender, dni, birth, issue });
}

/** First generation: `@dni@ejemplar@1@apellido@nombre@ARGENTINA@nacimiento@sexo@emisión@…@vencimiento@…` */
function parseOldBarcode(parts: string[]): BarcodeFields | null {
  const [empty, dni, , , lastname, given, , birth, gender, issue, , , due] = parts;
  if (empty !== '' || !isDni(dni)) return null;
  return { ...toFields({ lastname, given, gender, dni, birth, issue }), date_due: parseDate(due ?? '') };
}

type RawFields = Record<'lastname' | 'given' | 'gender' | 'dni' | 'birth' | 'issue', string | undefined>;

/** The fields that both generations have. */
const toFields = ({ lastname, given, gender, dni, birth, issue }: RawFields): BarcodeFields => ({
  lastname: barcodeName(lastname),
  name: barcodeName(given),
  gender: barcodeGender(gender),
  nin: dni,
  document_number: dni,
  nationality: 'ARG',
  date_birth: parseDate(birth ?? ''),
  date_issue: parseDate(issue ?? ''),
});

const CUIL_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** The number of a worker: a kind, the national number and a check digit, with hyphens between them. */
function numberWithinCuil(text: string): string | null {
  const [, number] = /^(?:CUI[LT]\W*)?((?:20|23|24|25|26|27)-\d{8}-\d)$/.exec(text.trim()) ?? [];
  const digits = [...(number ?? '').replaceAll('-', '')].map(Number);
  const sum = CUIL_WEIGHTS.reduce((total, weight, i) => total + weight * (digits[i] ?? 0), 0);
  const holds = number !== undefined && (11 - (sum % 11)) % 11 === digits[10];
  return holds ? number.split('-')[1]!.replace(/^0/, '') : null;
}

export const argentina: Country = {
  code: 'ARG',
  headers: ['REPUBLICA ARGENTINA'],
  hasZoneOnBack: true,
  nationalNumber: {
    mrzField: 'number',
    parse: (text) => digitsOnly(text, 7, 8),
    hasValidCheckDigit: () => null,
  },
  numberWithin: numberWithinCuil,
  documentNumberIsNationalNumber: true,
  documentLabelIsNationalNumber: true,
  labels: {
    nin: ['DNI'],
    other: ['EJEMPLAR', 'TRAMITE N', 'TRAMITE NO', 'NUMERO DE TRAMITE', 'OF IDENT', 'CUIL'],
  },
  demonyms: ['ARGENTIN', 'ARGENTINE', 'ARGENTINIAN'],
  parseBarcode(text) {
    const parts = text.split('@').map((part) => part.trim());
    return unverified(parseCurrentBarcode(parts) ?? parseOldBarcode(parts));
  },
};
