import type { LabelKind } from '../countries/shared-labels';
import { parseDate, parseShortDate } from '../text/dates';
import { labelKindOf } from './labels';
import type { PrintedLine } from './read-line';

/** What the numbers of a driving licence announce, by ISO 18013 and the model of the European Union. */
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
};
/** Lists and addresses have numbers too, but not both names and dates behind these. */
const MIN_FIELDS = 4;

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
  const [, number = '', value = ''] = /^\W*([1-9][a-d]?)[.,]\s*(\S.*)$/i.exec(text) ?? [];
  const kind = kinds[number.toUpperCase()];
  return kind && labelKindOf(value) === null ? { kind, value } : null;
}

const isDated = ({ kind, value }: NumberedField) =>
  kind.startsWith('date_') && (parseDate(value) ?? parseShortDate(value, true)) !== null;
