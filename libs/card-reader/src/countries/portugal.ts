import { alphanumeric, toDigits } from '../text/misread-characters';
import type { Country } from './country';

/** The civil number has eight digits; the card adds a check digit, its version and another check digit. */
function parseCivilNumber(text: string): string | null {
  const number = alphanumeric(text).replace(/^N[O0]?(?=\d{8})/, '');
  const [, digits] = /^([0-9OQDILSBZG]{8})(?:[0-9OISB](?:[A-Z0-9]{2}[0-9OISB])?)?$/.exec(number) ?? [];
  return digits && /\d{4}/.test(digits) ? toDigits(digits) : null;
}

export const portugal: Country = {
  code: 'PRT',
  headers: ['REPUBLICA PORTUGUESA', 'CARTAO DE CIDADAO'],
  hasZoneOnBack: true,
  nationalNumber: { mrzField: 'number', parse: parseCivilNumber, hasValidCheckDigit: () => null },
  // Nine digits, two letters, a digit: a check digit cannot tell Z from 7.
  correctDocumentNumber: (number) =>
    /^\d{9}.{2}\d$/.test(number)
      ? number.slice(0, 9) + number.slice(9, 11).replace(/[27]/g, 'Z') + number.slice(11)
      : number,
  licenceNumberIsNationalNumber: true,
  language: 'por',
  labels: {
    nin: ['NO ID CIVIL', 'N ID CIVIL', 'ID CIVIL', 'ID NO', 'NUMERO DE IDENTIFICACAO CIVIL'],
    other: ['N IDENTIFICACAO FISCAL', 'N SEGURANCA SOCIAL', 'N UTENTE DE SAUDE', 'FILIACAO', 'PARENTS', 'ALTURA'],
  },
  demonyms: ['PORTUGUES', 'PORTUGUESE'],
};
