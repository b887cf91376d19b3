import { type CheckDigitName, verifyCheckDigits } from './mrz-check-digits';
import { type MrzKind, mrzLayouts, positionKind } from './mrz-layouts';
import type { Cell } from './mrz-votes';

const CHECK_DIGITS = 4;

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
const letterFor: Record<string, string> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B', '4': 'A' };
const lookalikes = '0ODQU 17 1ILT 2Z7 5S 6G 8B3 4A MN VY KX CG EF PR UV HM'.split(' ');

/** The character as its position allows it: a digit in a date, a letter in a name. */
export function fitToPosition(letter: string, kind: MrzKind, line: number, at: number): string {
  const allowed = positionKind(kind, line, at);
  if (allowed === 'digits') return digitFor[letter] ?? letter;
  if (allowed === 'letters') return letterFor[letter] ?? (letter === '?' ? '<' : letter);
  if (allowed === 'sex') return /[MFHX<]/.test(letter) ? letter : letter === 'N' || letter === 'W' ? 'M' : '<';
  return letter === '?' ? '<' : letter;
}

export interface MrzText {
  lines: string[];
  /** Characters were exchanged to make a check digit right. */
  isRepaired: boolean;
  checkDigits: Record<CheckDigitName, boolean>;
}

/** The most likely text. If a check digit is wrong, the one exchange of characters that makes all of them right. */
export function resolveCells(cells: Cell[][], kind: MrzKind): MrzText {
  const lines = cells.map((row, line) =>
    row.map((cell, at) => fitToPosition(cell[0]?.letter ?? '<', kind, line, at)).join(''),
  );
  const checkDigits = verifyCheckDigits(lines, kind);
  if (Object.values(checkDigits).every(Boolean)) return { lines, isRepaired: false, checkDigits };
  const corrected = replaceAllByDigits(lines, kind) ?? repair(lines, cells, kind);
  return corrected
    ? { lines: corrected, isRepaired: true, checkDigits: verifyCheckDigits(corrected, kind) }
    : { lines, isRepaired: false, checkDigits };
}

/**
 * The optional data is mostly digits: replaces every letter that resembles one, if that makes all check digits right.
 */
function replaceAllByDigits(lines: string[], kind: MrzKind): string[] | null {
  const changed = lines.map((text, line) =>
    [...text].map((c, at) => (positionKind(kind, line, at) === 'both' && c !== '<' ? (digitFor[c] ?? c) : c)).join(''),
  );
  return changed.join() !== lines.join() && countValid(changed, kind) === CHECK_DIGITS ? changed : null;
}

const countValid = (lines: string[], kind: MrzKind) =>
  Object.values(verifyCheckDigits(lines, kind)).filter(Boolean).length;

/** Tries other characters at one position, then at two. A result counts only if it is the only one. */
function repair(lines: string[], cells: Cell[][], kind: MrzKind): string[] | null {
  const swaps = possibleSwaps(lines, cells, kind);
  const single = swaps.map((swap) => applySwap(lines, swap)).filter((text) => countValid(text, kind) === CHECK_DIGITS);
  if (single.length) return single.length === 1 ? single[0]! : null;
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
  const distinct = new Set(pairs.map((text) => text.join('\n')));
  return distinct.size === 1 ? pairs[0]! : null;
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
