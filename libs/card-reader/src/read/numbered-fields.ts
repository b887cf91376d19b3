import type { LabelKind } from '../countries/shared-labels';
import { parseDate, parseShortDate } from '../text/dates';
import { labelKindOf } from './labels';
import type { PrintedLine } from './read-line';

/**
 * What the numbers of a driving licence announce, by ISO 18013 and the model of the European Union, and the
 * abbreviations of the United States.
 */
const kinds: Record<string, LabelKind> = {
  '1': 'lastname',
  '2': 'name',
  '3': 'date_birth',
  '4A': 'date_issue',
  '4B': 'date_due',
  '4C': 'other',
  '4D': 'nin',
  '5': 'document_number',
  '8': 'other',
  '9': 'other',
  LN: 'lastname',
  FN: 'name',
  DOB: 'date_birth',
  ISS: 'date_issue',
  EXP: 'date_due',
  DL: 'nin',
  DLN: 'nin',
};
/** Lists and addresses have numbers too, but not both names and dates behind these. */
const MIN_FIELDS = 4;
/** Which countries write dates so does not matter here. */
const MONTH_FIRST = /\b[01]\d[/-][0-3]\d[/-]\d{4}\b/;

export interface NumberedField {
  kind: LabelKind;
  value: string;
}

/** The numbered fields of a side, by their lines; none if it is no driving licence. */
export function numberedFields(lines: PrintedLine[]): Map<PrintedLine, NumberedField> {
  const fields = new Map<PrintedLine, NumberedField>();
  for (const line of lines) {
    const field = parseNumbered(line.text);
    if (field) fields.set(line, field);
  }
  const found = [...fields.values()];
  const has = (kind: LabelKind) => found.some((field) => field.kind === kind);
  const isLicence =
    has('lastname') && has('name') && found.some(isDated) && new Set(found.map(({ kind }) => kind)).size >= MIN_FIELDS;
  return isLicence ? fields : new Map();
}

/** A value that is a label itself is the legend on the back: `1. Name`. */
function parseNumbered(text: string): NumberedField | null {
  const [, number, code = '', value = ''] =
    /^\W*(?:([1-9][a-d]?)[.,]|([1-9][a-d]?|[A-Z]{2,3})\s)\s*(\S.*)$/i.exec(text) ?? [];
  const kind = kinds[(number ?? code).toUpperCase()];
  return kind && labelKindOf(value) === null ? { kind, value } : null;
}

const isDated = ({ kind, value }: NumberedField) =>
  kind.startsWith('date_') && (MONTH_FIRST.test(value) || (parseDate(value) ?? parseShortDate(value, true)) !== null);
