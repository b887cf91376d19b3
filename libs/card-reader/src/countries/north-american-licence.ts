import { parseDate } from '../text/dates';
import { type BarcodeFields, barcodeName, unverified } from './barcode-fields';

const genders: Record<string, string> = { '1': 'M', '2': 'F', '9': 'X', M: 'M', F: 'F', X: 'X' };

/**
 * The barcode of a driving licence or identity card of the United States or Canada, by the standard of the AAMVA: lines
 * that begin with three letters.
 */
export function parseNorthAmericanLicence(text: string) {
  const header = /^@[\s\S]{1,6}(?:ANSI |AAMVA)(?:\d+(DL))?/.exec(text);
  if (!header) return null;
  const elements = elementsOf(text);
  const country = elements.get('DCG') === 'CAN' ? 'CAN' : 'USA';
  const dateOf = (name: string) => parseCompactDate(elements.get(name) ?? '', country === 'CAN');
  const given = elements.get('DAC') === undefined ? [elements.get('DCT')] : [elements.get('DAC'), elements.get('DAD')];
  // The number that the authority gives to its customer stands for the person and for the card.
  const number = elements.get('DAQ')?.replace(/[^A-Z0-9]/g, '');
  const fields: BarcodeFields = {
    lastname: nameOf([elements.get('DCS')], elements.get('DDE')),
    name: nameOf(given, elements.get('DDF') === 'T' ? 'T' : elements.get('DDG')),
    nin: number,
    document_number: number,
    gender: genders[elements.get('DBC') ?? ''],
    date_birth: dateOf('DBB'),
    date_issue: dateOf('DBD'),
    date_due: dateOf('DBA'),
    doc_type: header[1] ?? 'ID',
  };
  const content = unverified(fields.lastname || number ? fields : null);
  return content && { country, ...content };
}

/** The first element stands in the line of the header, behind the type of its file. */
function elementsOf(text: string): Map<string, string> {
  const lines = text
    .split(/[\n\r]+/)
    .map((line) => line.replace(/^(?:ANSI |AAMVA)[^\n]*?(?:DL|ID)(?=D[A-D][A-Z])/, ''));
  const elements = lines.flatMap((line) => {
    const [, name, value] = /^(D[A-D][A-Z])(.*)$/.exec(line) ?? [];
    return name ? [[name, value!.trim().toUpperCase()] as const] : [];
  });
  return new Map(elements);
}

/** Null where the barcode had no room for the whole name: then its mark is T. */
function nameOf(parts: (string | undefined)[], truncation: string | undefined): string | null {
  const given = parts.filter((part) => part && !/^(?:NONE|UNAVL|UNAVAIL)$/.test(part));
  return truncation === 'T' ? null : barcodeName(given.join(' ').replace(/,/g, ' ')) || null;
}

/** The month is first in the United States; the year in Canada, and in a magnetic stripe. */
function parseCompactDate(text: string, isYearFirst: boolean): string | null {
  const [, a = '', b = '', c = '', d = ''] = /^(..)(..)(..)(..)$/.exec(text) ?? [];
  return parseDate(isYearFirst ? `${d}/${c}/${a}${b}` : `${b}/${a}/${c}${d}`);
}

const provinces = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'];

/**
 * The tracks of a magnetic stripe by the same standard, which British Columbia prints as a barcode: place, name and
 * address; the number, the month of expiry and the date of birth; the description of the person.
 */
export function parseMagneticStripe(text: string) {
  const tracks = /^%([A-Z]{2})[^^?]*\^([^^?]*)\^[^?]*\?\s*;\d{6}(\d+)=\d{4}(\d{8})[^?]*\?\s*(.*)$/s.exec(text);
  if (!tracks) return null;
  const [place, names, number, birth, description] = tracks.slice(1) as [string, string, string, string, string];
  const [lastname, ...given] = names.replace(/,/g, ' ').split('$');
  const gender = /\s([12MFX])\d{3}/.exec(description)?.[1] ?? '';
  const country = provinces.includes(place) ? 'CAN' : 'USA';
  const content = unverified({
    lastname: barcodeName(lastname),
    name: barcodeName(given.join(' ')),
    nin: number,
    document_number: number,
    gender: genders[gender],
    date_birth: parseCompactDate(birth, true),
    doc_type: 'DL',
  });
  return content && { country, ...content };
}
