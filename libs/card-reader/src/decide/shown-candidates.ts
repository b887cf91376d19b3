import { parseNationality } from '../countries/nationalities';
import type { PrintedLine } from '../read/printed-line';
import type { Word } from '../read/text-engine';
import type { FieldName } from '../reading';
import { parseDate } from '../text/dates';
import { alphanumeric } from '../text/misread-characters';
import { numberForm } from '../text/number-form';
import { type FieldCandidate, candidatesFor } from './field-candidates';
import { agree } from './agree';

const numbers: FieldName[] = ['nin', 'document_number'];
const dates: FieldName[] = ['date_birth', 'date_issue', 'date_due'];
/** A shorter number is part of too many others. */
const MIN_LENGTH = 5;
/** Without a label, print is a witness of a value, but not of its meaning. */
const MAX_CONFIDENCE = 0.8;

/**
 * Finds in the print what MRZ and barcode say, whatever label is near: a number or date that is printed exactly is a
 * second source. Only for values that no labelled print confirms.
 */
export function shownCandidates(card: FieldCandidate[], sides: PrintedLine[][]): FieldCandidate[] {
  const lines = sides.flat();
  return card.flatMap((coded) => {
    if (coded.source === 'print') return [];
    const labelled = candidatesFor(coded.field, card).filter(({ source }) => source === 'print');
    if (labelled.some((print) => agree(coded.field, coded, print))) return [];
    const shown = findValue(coded, lines);
    if (!shown) return [];
    const confidence = Math.min(MAX_CONFIDENCE, shown.confidence);
    return [{ ...shown, field: coded.field, source: 'print' as const, confidence, hasValidCheckDigit: false }];
  });
}

type Shown = { value: string; confidence: number; words: Word[] } | null;

function findValue({ field, value }: FieldCandidate, lines: PrintedLine[]): Shown {
  for (const line of lines) {
    const found = { confidence: line.confidence / 100, words: line.words };
    if (numbers.includes(field)) {
      const printed = printedNumber(line, value);
      if (printed) return { ...found, value: printed };
    }
    if (dates.includes(field) && parseDate(line.text) === value) return { ...found, value };
    if (field === 'nationality' && parseNationality(line.text) === value) return { ...found, value };
  }
  return null;
}

/**
 * The number as it is printed, with its hyphens: a whole word of the line, or several that form it. The end of a label
 * may be read with it.
 */
function printedNumber({ words }: PrintedLine, value: string): string | null {
  const wanted = alphanumeric(value);
  if (wanted.length < MIN_LENGTH) return null;
  for (let from = 0; from < words.length; from++) {
    let text = '';
    for (let to = from; to < words.length && alphanumeric(text).length < wanted.length; to++) text += words[to]!.text;
    const number = withoutLabel(text, wanted);
    if (number !== null) return value.includes('-') ? value : numberForm(number);
  }
  return null;
}

/** The end of the text that is the number, if it is all of the text or has only letters before it. */
function withoutLabel(text: string, wanted: string): string | null {
  let start = 0;
  while (/\p{L}/u.test(text[start] ?? '') && alphanumeric(text.slice(start)) !== wanted) start++;
  return alphanumeric(text.slice(start)) === wanted ? text.slice(start) : null;
}
