import { type CheckDigitName, verifyCheckDigits } from './mrz-check-digits';
import { type MrzKind, mrzLayouts, positionKind } from './mrz-layouts';
import type { Cell } from './mrz-votes';

const CHECK_DIGITS = 4;
const MAX_ALTERNATIVES = 200;

/** Letters and digits that look alike in the OCR-B font. */
const digitFor: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  U: '0',
  I: '1',
  L: '1',
  T: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
  A: '4',
  '?': '2',
};
/** The second digit that a letter is as often read for. */
const otherDigitFor: Record<string, string> = { T: '7', Z: '7' };
const letterFor: Record<string, string> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B', '4': 'A' };
/** A zone begins with I, A, C, P or V. */
const documentCodeFor: Record<string, string> = {
  '1': 'I',
  L: 'I',
  T: 'I',
  J: 'I',
  G: 'C',
  O: 'C',
  '0': 'C',
  F: 'P',
  R: 'P',
};
const lookalikes = '0ODQU 17 1ILT 2Z7 5S 6G 8B3 4A MN VY KX CG EF PR UV HM'.split(' ');

/** The character as its position allows it: a digit in a date, a letter in a name. */
export function fitToPosition(letter: string, kind: MrzKind, line: number, at: number): string {
  const allowed = line === 0 && at === 0 ? 'code' : positionKind(kind, line, at);
  if (allowed === 'code') return documentCodeFor[letter] ?? letter;
  if (allowed === 'digits') return digitFor[letter] ?? letter;
  if (allowed === 'letters') return letterFor[letter] ?? (letter === '?' ? '<' : letter);
  if (allowed === 'sex') return sexFor(letter);
  return letter === '?' ? '<' : letter;
}

function sexFor(letter: string): string {
  if (/[MFHX<]/.test(letter)) return letter;
  return letter === 'N' || letter === 'W' ? 'M' : '<';
}

export interface MrzText {
  lines: string[];
  /** Characters were exchanged to make a check digit right. */
  isRepaired: boolean;
  checkDigits: Record<CheckDigitName, boolean>;
  /** Other texts with right check digits, one exchange away, where several are possible. */
  alternatives: string[][];
}

/** The text of the most votes, as the positions allow. */
export const textByVotes = (cells: Cell[][], kind: MrzKind): string[] =>
  cells.map((row, line) => row.map((cell, at) => likelyCharacter(cell, kind, line, at)).join(''));

/** The character of the most votes; where only digits are allowed, a digit that any reading saw has priority. */
function likelyCharacter(cell: Cell, kind: MrzKind, line: number, at: number): string {
  const digit = positionKind(kind, line, at) === 'digits' && cell.find(({ letter }) => /\d/.test(letter));
  return fitToPosition((digit || cell[0])?.letter ?? '<', kind, line, at);
}

/** All characters that were seen at each place: for a letter in the place of a digit each digit that it may be. */
export const charactersSeen = (cells: Cell[][], kind: MrzKind): string[][] =>
  cells.map((row, line) =>
    row.map((cell, at) => {
      const others = positionKind(kind, line, at) === 'digits' ? otherDigitFor : {};
      return cell.map(({ letter }) => fitToPosition(letter, kind, line, at) + (others[letter] ?? '')).join('');
    }),
  );

/** The most likely text. If a check digit is wrong, the one exchange of characters that makes all of them right. */
export function resolveCells(cells: Cell[][], kind: MrzKind): MrzText {
  const lines = textByVotes(cells, kind);
  const checkDigits = verifyCheckDigits(lines, kind);
  if (Object.values(checkDigits).every(Boolean)) return { lines, isRepaired: false, checkDigits, alternatives: [] };
  const allDigits = replaceAllByDigits(lines, kind);
  const repairs = repair(lines, cells, kind);
  const corrected = allDigits ?? (repairs.length === 1 ? repairs[0]! : null);
  const alternatives = repairs.filter((text) => text !== corrected).slice(0, MAX_ALTERNATIVES);
  return corrected
    ? { lines: corrected, isRepaired: true, checkDigits: verifyCheckDigits(corrected, kind), alternatives }
    : { lines, isRepaired: false, checkDigits, alternatives };
}

/**
 * The optional data is mostly digits: replaces every O, then every letter that resembles a digit, if that makes all
 * check digits right.
 */
function replaceAllByDigits(lines: string[], kind: MrzKind): string[] | null {
  for (const digits of [{ O: '0' }, digitFor]) {
    const changed = withDigits(lines, kind, digits);
    if (changed.join() !== lines.join() && countValid(changed, kind) === CHECK_DIGITS) return changed;
  }
  return null;
}

const withDigits = (lines: string[], kind: MrzKind, digits: Record<string, string>): string[] =>
  lines.map((text, line) =>
    [...text].map((c, at) => (positionKind(kind, line, at) === 'both' && c !== '<' ? (digits[c] ?? c) : c)).join(''),
  );

const countValid = (lines: string[], kind: MrzKind) =>
  Object.values(verifyCheckDigits(lines, kind)).filter(Boolean).length;

/** All texts with right check digits that one exchange of characters gives; if there are none, two. */
function repair(lines: string[], cells: Cell[][], kind: MrzKind): string[][] {
  const swaps = possibleSwaps(lines, cells, kind);
  const single = swaps.map((swap) => applySwap(lines, swap)).filter((text) => countValid(text, kind) === CHECK_DIGITS);
  if (single.length) return single;
  const pairs: string[][] = [];
  for (const first of swaps) {
    const once = applySwap(lines, first);
    if (countValid(once, kind) <= countValid(lines, kind)) continue;
    for (const second of swaps) {
      if (second.line === first.line && second.at === first.at) continue;
      const twice = applySwap(once, second);
      if (countValid(twice, kind) === CHECK_DIGITS) pairs.push(twice);
    }
  }
  const distinct = new Map(pairs.map((text) => [text.join('\n'), text]));
  return [...distinct.values()];
}

interface Swap {
  line: number;
  at: number;
  letter: string;
}

function possibleSwaps(lines: string[], cells: Cell[][], kind: MrzKind): Swap[] {
  const layout = mrzLayouts[kind];
  const spans = [...layout.composite, layout.number, layout.numberDigit, layout.birthDigit, layout.expiryDigit];
  if (layout.compositeDigit) spans.push(layout.compositeDigit);
  const places = new Map<string, Swap[]>();
  for (const [line, from, to] of spans) {
    for (let at = from; at < to; at++) {
      const current = lines[line]![at]!;
      const voted = (cells[line]?.[at] ?? []).map((c) => fitToPosition(c.letter, kind, line, at));
      const similar = lookalikes.filter((group) => group.includes(current)).flatMap((group) => [...group]);
      const others = new Set([...voted, ...similar.map((letter) => fitToPosition(letter, kind, line, at))]);
      others.delete(current);
      places.set(
        `${line} ${at}`,
        [...others].map((letter) => ({ line, at, letter })),
      );
    }
  }
  return [...places.values()].flat();
}

function applySwap(lines: string[], { line, at, letter }: Swap): string[] {
  return lines.map((text, i) => (i === line ? text.slice(0, at) + letter + text.slice(at + 1) : text));
}
