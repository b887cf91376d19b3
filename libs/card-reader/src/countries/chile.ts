import { parseMrzDate } from '../text/dates';
import { alphanumeric, toDigits } from '../text/misread-characters';
import type { BarcodeContent } from './barcode-fields';
import { digitsOf, mrzCheckDigit } from './check-digits';
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

/** The value of a parameter. Escapes may be UTF-8 or Latin-1, and a plus is a space. */
function parameterOf(query: string, name: string): string | null {
  const [, raw] = new RegExp(`(?:^|&)${name}=([^&]*)`, 'i').exec(query) ?? [];
  if (raw === undefined) return null;
  const text = raw.replace(/\+/g, ' ');
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))).trim();
  }
}

const isRight = (text: string, digit: string) => String(mrzCheckDigit(text)) === digit;

/** The parts of the zone whose check digits are right: number, birth and expiry. */
function verifiedParts(zone: string): Record<'number' | 'birth' | 'expiry', string | null> {
  const parts = /^([A-Z0-9<]{9})(\d)(\d{6})(\d)(\d{6})(\d)$/.exec(zone) ?? [];
  const part = (at: number) => (isRight(parts[at] ?? '', parts[at + 1] ?? '') ? parts[at]! : null);
  return { number: part(1)?.replace(/</g, '') ?? null, birth: part(3), expiry: part(5) };
}

/** A QR code with a URL: RUN, serial, and the MRZ's number, birth and expiry with their check digits. */
function parseBarcode(text: string): BarcodeContent | null {
  const query = /^https?:\/\/[^?\s]*\?(.+)$/s.exec(text.trim())?.[1] ?? '';
  const given = (name: string) => parameterOf(query, name)?.toUpperCase() ?? '';
  const run = given('RUN').replace(/\./g, '');
  if (!/^\d{6,8}-[\dK]$/.test(run)) return null;
  const { number, birth, expiry } = verifiedParts(given('mrz'));
  const serial = given('serial') || number;
  const verifiable = {
    nin: isRun(alphanumeric(run)) ? run : null,
    document_number: serial === number ? number : null,
    date_birth: birth && parseMrzDate(birth, 'birth'),
    date_due: expiry && parseMrzDate(expiry, 'expiry'),
  };
  const verified = (Object.keys(verifiable) as (keyof typeof verifiable)[]).filter((field) => verifiable[field]);
  const fields = { ...verifiable, document_number: number ?? serial };
  return { fields, verified, fullName: parameterOf(query, 'name') };
}

export const chile: Country = {
  code: 'CHL',
  headers: ['REPUBLICA DE CHILE'],
  hasZoneOnBack: true,
  nationalNumber: {
    mrzField: 'optional_second',
    parse: parseRun,
    hasValidCheckDigit: (number) => isRun(alphanumeric(number)),
  },
  labels: { nin: ['RUN', 'RUT', 'NUMERO DE RUN'] },
  demonyms: ['CHILEN', 'CHILEAN'],
  parseBarcode,
};
