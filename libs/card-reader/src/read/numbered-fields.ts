import type { LabelKind } from '../languages/language';
import { isLicence } from '../countries/licences';
import { verticalOverlap } from '../picture/boxes';
import { parseDate, parseShortDate } from '../text/dates';
import { labelKindOf } from './labels';
import type { PrintedLine } from './printed-line';

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
  // New Zealand; its 5b is the version of the card.
  '5A': 'document_number',
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
  const fields: Fields = new Map();
  const numbers = lines.filter(({ text }) => BARE_NUMBER.test(text));
  for (const line of lines) {
    const field = parseNumbered(line.text) ?? (numbers.includes(line) ? null : besideItsNumber(line, numbers));
    if (field) fields.set(line, field);
  }
  if (fields.size > 0 && isLicence(lines)) {
    for (const [line, field] of fieldsInOrder(lines, fields)) fields.set(line, field);
    const surname = aboveGivenNames(lines, fields);
    if (surname) fields.set(surname, { kind: 'lastname', value: surname.text });
  }
  return areOfLicence([...fields.values()]) ? fields : new Map();
}

function areOfLicence(found: NumberedField[]): boolean {
  const known = new Set(found.map(({ kind }) => kind));
  return known.has('lastname') && known.has('name') && found.some(isDated) && known.size >= MIN_FIELDS;
}

type Fields = Map<PrintedLine, NumberedField>;

const lineOf = (kind: LabelKind, fields: Fields) => [...fields].find((one) => one[1].kind === kind)?.[0];

function parseNumbered(text: string): NumberedField | null {
  const [, number, code = '', value = ''] =
    /^\W*(?:([1-9][a-d]?)[.,:]|([1-9][a-d]?|[A-Z]{2,3})\s)\s*(\S.*)$/i.exec(text) ?? [];
  return fieldOf((number ?? code).toUpperCase(), value);
}

/** A value that is a label itself is the legend on the back: `1. Name`; a list of classes is no name: `1, 2, D`. */
function fieldOf(number: string, value: string): NumberedField | null {
  const kind = kinds[number];
  const isLegend = !/\d{2}/.test(value) && labelKindOf(value) !== null;
  const isList = (kind === 'name' || kind === 'lastname') && /\d/.test(value);
  if (!kind || isLegend || isList) return null;
  return { kind, value: kind === 'name' ? value.replace(TITLE, '') : value };
}

const TITLE = /^(?:MR|MRS|MISS|MS|DR)\.?\s+(?=\p{L})/iu;
/** A small 4 may be read as the letter that it resembles: ab. */
const BARE_NUMBER = /^\W*([1-9][a-d]?|a[a-d])[.,:]?$/i;
const bareNumber = (text: string) => BARE_NUMBER.exec(text)?.[1]!.toUpperCase().replace(/^A/, '4');
/** In heights of the value. */
const MAX_GAP = 2.5;

/** A number in small print may have been found as a line of its own, left of its value. */
function besideItsNumber(line: PrintedLine, numbers: PrintedLine[]): NumberedField | null {
  const number = numbers.find(({ box }) => {
    const gap = (line.box.x - box.x - box.width) / line.box.height;
    return gap > 0 && gap < MAX_GAP && verticalOverlap(box, line.box) > 0.8;
  });
  return number ? fieldOf(bareNumber(number.text)!, line.text) : null;
}

const inColumn = ['1', '2', '3', '4A', '4B', '5'] as const;
type NumberInColumn = (typeof inColumn)[number];

/** The fields of a licence whose small numbers were not read: all stand in one column, in order. */
function fieldsInOrder(lines: PrintedLine[], known: Fields): Fields {
  const fields: Fields = new Map(known);
  const lineAt = (i: number) => inColumn[i] && lineOf(kinds[inColumn[i]]!, fields);
  const [first, second] = inColumn.map((_, i) => lineAt(i)).filter((line) => line !== undefined);
  if (!first || !second) return fields;
  const column = lines
    .filter((line) => /[\p{L}\d]{2}/u.test(line.text) && !isBetweenOthers(known.get(line)))
    .filter((line) => Math.abs(valueX(line) - valueX(first)) < first.box.height * 1.5)
    .sort((a, b) => a.box.y - b.box.y);
  const nextTo = (line: PrintedLine | undefined, step: number) => line && column[column.indexOf(line) + step];
  const settle = (number: NumberInColumn, i: number) => {
    if (lineAt(i)) return;
    // 4b may stand beside 4a, in a column of its own.
    const before = inColumn.slice(0, i).map((_, at) => lineAt(at));
    const last = before.filter((line) => !line || column.includes(line)).at(-1);
    for (const line of [nextTo(last, 1), nextTo(lineAt(i + 1), -1)]) {
      const isFree = line && !fields.has(line) && hasForm[number].test(line.text);
      const field = isFree ? fieldOf(number, line.text) : null;
      if (line && field) return void fields.set(line, field);
    }
  };
  inColumn.forEach(settle);
  // Each field that was found is a neighbour of the one before.
  for (let i = inColumn.length - 1; i >= 0; i--) settle(inColumn[i]!, i);
  return fields;
}

/** 4c and 4d, which not every country prints. */
const isBetweenOthers = (field: NumberedField | undefined) => field?.kind === 'nin' || field?.kind === 'other';

/** The given names follow the surname everywhere, also where the dates stand elsewhere. */
function aboveGivenNames(lines: PrintedLine[], known: Fields): PrintedLine | undefined {
  const given = lineOf('name', known);
  if (!given || lineOf('lastname', known)) return undefined;
  const isAbove = (line: PrintedLine) => {
    const gap = given.box.y - line.box.y;
    return gap > 0 && gap < given.box.height * 2.5 && Math.abs(valueX(line) - valueX(given)) < given.box.height * 1.5;
  };
  return lines.filter((line) => isAbove(line) && hasForm[1].test(line.text)).sort((a, b) => b.box.y - a.box.y)[0];
}

const DATE = /^\d\d\W?\d\d\W?\d{2,4}\b/;
const hasForm = {
  1: /^[\p{L}' -]{2,}$/u,
  2: /^[\p{L}'. -]{2,}$/u,
  3: DATE,
  '4A': DATE,
  '4B': DATE,
  5: /^(?=(?:.*\d){3})[A-Z0-9 -]+$/,
};

/** Where the value of a line begins: behind its number, if that is part of the line. */
const valueX = ({ words, box }: PrintedLine) =>
  (BARE_NUMBER.test(words[0]?.text ?? '') ? words[1] : words[0])?.box.x ?? box.x;

const isDated = ({ kind, value }: NumberedField) =>
  kind.startsWith('date_') && (MONTH_FIRST.test(value) || (parseDate(value) ?? parseShortDate(value, true)) !== null);
