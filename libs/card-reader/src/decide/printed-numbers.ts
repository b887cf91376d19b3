import { partsOfCode } from '../read/barcode-document';
import { findLabels } from '../read/labelled-values';
import type { PrintedLine } from '../read/printed-line';
import { isTitle } from '../read/titles';
import type { Word } from '../read/text-engine';
import { parseDate } from '../text/dates';
import { alphanumeric } from '../text/misread-characters';

export interface PrintedNumber {
  value: string;
  /** 0 to 1. */
  confidence: number;
  words: Word[];
  /** The height of its line, and the side. */
  height: number;
  side: number;
  isOnBothSides: boolean;
}

const MIN_DIGITS = 6;
const MIN_CONFIDENCE = 60;

/** All numbers of a card that may be the person's or the card's: neither dates nor parts of addresses. */
export function printedNumbers(sides: PrintedLine[][]): PrintedNumber[] {
  const found: PrintedNumber[] = [];
  for (const [side, lines] of sides.entries()) {
    // The number below the title of a card is the card's.
    const others = findLabels(lines).filter(({ kind, line }) => kind === 'other' && !isTitle(line.text));
    const ofOthers = new Set(others.flatMap(({ inlineValue, line, near }) => (inlineValue ? line : near.slice(0, 1))));
    for (const line of lines) {
      const { confidence, words, box } = line;
      const value = confidence >= MIN_CONFIDENCE && !ofOthers.has(line) ? parsePlainNumber(line.text) : null;
      if (!value) continue;
      const known = found.find((one) => isSameNumber(one.value, value));
      if (known) known.isOnBothSides ||= known.side !== side;
      else found.push({ value, confidence: confidence / 100, words, height: box.height, side, isOnBothSides: false });
    }
  }
  return found;
}

/** The numbers among the parts of barcodes; a date may be written without signs. */
export const numbersOfCodes = (codes: string[]): string[] =>
  codes
    .flatMap(partsOfCode)
    .map(parsePlainNumber)
    .filter((number) => number !== null)
    .filter((number) => !DATE.test(number));

const DATE = /^(?:(?:19|20)\d{6}|\d{4}(?:19|20)\d\d)$/;

/** The card access number, with which a reader opens the chip: it is neither the person's nor the card's. */
const ACCESS_NUMBER = /^\W*CAN\b[: ]*\d{6}\W*$/i;

/** The number in a line that holds nothing else but its label; null for dates and texts. */
function parsePlainNumber(text: string): string | null {
  if (parseDate(text) !== null || ACCESS_NUMBER.test(text)) return null;
  const number = text
    .replace(/^.*[:]\s*/, '')
    .replace(/^\s*(?:N[°º”"'*.o]{1,2}|No\.?|#)\s*/i, '')
    .toUpperCase()
    .replace(/[–—]/g, '-')
    .replace(/[ .]/g, '');
  const digits = number.replace(/\D/g, '').length;
  const isNumber = /^[A-Z]{0,3}-?[\d-]+[A-Z]{0,2}$/.test(number);
  return isNumber && digits >= MIN_DIGITS && alphanumeric(number).length <= 20 ? number.replace(/^-+|-+$/g, '') : null;
}

/** A number without what follows a hyphen at its end: a check digit, or the count of the copy. */
export const withoutCount = (number: string): string => number.replace(/(?:-\d{1,2})+$/, '');

/** Equal but for punctuation and counts. */
export function isSameNumber(a: string, b: string): boolean {
  const forms = (text: string) => [text, withoutCount(text)].map((form) => form.replace(/\W/g, ''));
  const [[wholeA, bodyA], [wholeB, bodyB]] = [forms(a), forms(b)];
  return wholeA === wholeB || wholeA === bodyB || wholeB === bodyA;
}
