import type { Claim } from './claims';
import { dateIn, zoneDate } from './dates';
import type { Barcode } from './read-barcodes';
import type { FieldName } from './reading';

export interface BarcodeDocument {
  country: string;
  claims: Claim[];
}

const BARCODE_SURE = 0.99;

function document(country: string, fields: Partial<Record<FieldName, string | null | undefined>>): BarcodeDocument {
  const claims = Object.entries(fields).flatMap(([field, value]) =>
    value ? [{ field: field as FieldName, value, source: 'barcode' as const, sure: BARCODE_SURE, checked: false }] : [],
  );
  return { country, claims };
}

/** What the barcodes of a card say, where their form is known. Their own error correction vouches for each letter. */
export function barcodeDocument(barcodes: Barcode[]): BarcodeDocument | null {
  for (const { bytes } of barcodes) {
    const text = decoded(bytes);
    const found = argentina(text) ?? oldArgentina(text) ?? colombia(text) ?? chile(text);
    if (found) return found;
  }
  return null;
}

/** UTF-8 where it is valid, else Latin 1. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

const name = (text: string | undefined) => text?.replace(/\s+/g, ' ').trim().toUpperCase();
const sex = (text: string | undefined) => (text && /^[MFX]$/.test(text) ? text : null);

/** `tramite@apellido@nombre@sexo@dni@ejemplar@nacimiento@emisión@…` */
function argentina(text: string): BarcodeDocument | null {
  const parts = text.split('@').map((part) => part.trim());
  const [tramite, lastname, given, gender, dni, , birth, issue] = parts;
  if (!tramite || !/^\d{9,11}$/.test(tramite) || !/^[MF]?\d{6,8}$/.test(dni ?? '')) return null;
  return document('ARG', {
    lastname: name(lastname),
    name: name(given),
    gender: sex(gender),
    nin: dni,
    document_number: dni,
    nationality: 'ARG',
    date_birth: dateIn(birth ?? ''),
    date_issue: dateIn(issue ?? ''),
  });
}

/** The first cards with a barcode: `@dni@ejemplar@1@apellido@nombre@ARGENTINA@nacimiento@sexo@emisión@…@vencimiento@…` */
function oldArgentina(text: string): BarcodeDocument | null {
  const parts = text.split('@').map((part) => part.trim());
  const [empty, dni, , , lastname, given, , birth, gender, issue, , , due] = parts;
  if (empty !== '' || !/^[MF]?\d{6,8}$/.test(dni ?? '')) return null;
  return document('ARG', {
    lastname: name(lastname),
    name: name(given),
    gender: sex(gender),
    nin: dni,
    document_number: dni,
    nationality: 'ARG',
    date_birth: dateIn(birth ?? ''),
    date_issue: dateIn(issue ?? ''),
    date_due: dateIn(due ?? ''),
  });
}

/** Number, four names of 23 places filled with zeros, then gender and birth. */
function colombia(text: string): BarcodeDocument | null {
  if (!text.includes('PubDSK_')) return null;
  const match = /(\d{10})((?:[^\0\d][^\0\d]*\0*){1,4})\d([MF])(\d{4})(\d{2})(\d{2})/.exec(text);
  if (!match) return null;
  const [, number, names = '', gender, year, month, day] = match;
  if (names.length !== 92) return null;
  const [first, second, given, more] = [0, 23, 46, 69].map((at) =>
    names
      .slice(at, at + 23)
      .replace(/\0/g, '')
      .trim(),
  );
  const nin = number!.replace(/^0+/, '');
  return document('COL', {
    lastname: name(`${first} ${second}`),
    name: name(`${given} ${more}`),
    gender: sex(gender),
    nin,
    document_number: nin,
    nationality: 'COL',
    date_birth: dateIn(`${day}/${month}/${year}`),
  });
}

/** The address the code leads to names RUN, card and the MRZ's number, birth and expiry with their check digits. */
function chile(text: string): BarcodeDocument | null {
  const address = /^https:\/\/\S*\?(\S+)$/.exec(text);
  const query = address ? new URLSearchParams(address[1]) : null;
  const run = query?.get('RUN');
  if (!query || !run || !/^\d{6,8}-[\dkK]$/.test(run)) return null;
  const zone = /^([A-Z0-9]{9,10})\d(\d{6})\d(\d{6})\d$/.exec(query.get('mrz') ?? '');
  return document('CHL', {
    nin: run.toUpperCase(),
    document_number: query.get('serial')?.toUpperCase(),
    date_birth: zone ? zoneDate(zone[2]!, 'birth') : null,
    date_due: zone ? zoneDate(zone[3]!, 'expiry') : null,
  });
}
