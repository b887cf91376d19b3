import { parseMrzDate } from '../text/dates';
import { alphanumeric, toDigits } from '../text/misread-characters';
import type { BarcodeFields } from './barcode-fields';
import { digitsOf } from './check-digits';
import type { Country } from './country';

/** RUN without punctuation: modulo 11, the check digit may be K. */
export function isRun(text: string): boolean {
  if (!/^\d{6,8}[\dK]$/.test(text)) return false;
  const digits = digitsOf(text.slice(0, -1)).reverse();
  const sum = digits.reduce((total, digit, i) => total + digit * (2 + (i % 6)), 0);
  return '0123456789K0'[11 - (sum % 11)] === text.at(-1);
}

function parseRun(text: string): string | null {
  const number = alphanumeric(text).replace(/^RU[NT]/, '');
  const run = toDigits(number.slice(0, -1)) + (number.endsWith('K') ? 'K' : toDigits(number.slice(-1)));
  return /^\d{6,8}[\dK]$/.test(run) ? `${run.slice(0, -1)}-${run.slice(-1)}` : null;
}

/** A QR code with a URL: RUN, serial, and the MRZ's number, birth and expiry with their check digits. */
function parseBarcode(text: string): BarcodeFields | null {
  const url = /^https:\/\/\S*\?(\S+)$/.exec(text);
  const query = url ? new URLSearchParams(url[1]) : null;
  const run = query?.get('RUN');
  if (!query || !run || !/^\d{6,8}-[\dkK]$/.test(run)) return null;
  const mrz = /^([A-Z0-9]{9,10})\d(\d{6})\d(\d{6})\d$/.exec(query.get('mrz') ?? '');
  return {
    nin: run.toUpperCase(),
    document_number: query.get('serial')?.toUpperCase(),
    date_birth: mrz ? parseMrzDate(mrz[2]!, 'birth') : null,
    date_due: mrz ? parseMrzDate(mrz[3]!, 'expiry') : null,
  };
}

export const chile: Country = {
  code: 'CHL',
  headers: ['REPUBLICA DE CHILE'],
  nationalNumber: {
    mrzField: 'optional_second',
    parse: parseRun,
    hasValidCheckDigit: (number) => isRun(alphanumeric(number)),
  },
  labels: { nin: ['RUN', 'RUT', 'NUMERO DE RUN'] },
  demonyms: ['CHILEN', 'CHILEAN'],
  parseBarcode,
};
