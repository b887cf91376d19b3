import { type MrzKind, mrzForms, placeOf } from './mrz-forms';
import { type DigitName, digitsOf } from './mrz-lines';

/** What was seen at one place of the zone: letters with their weight, most likely first. */
export type Cell = { letter: string; weight: number }[];

/** Letters and figures the OCR-B font makes easy to take for each other. */
const figureOf: Record<string, string> = {
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
const letterOf: Record<string, string> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B', '4': 'A' };
const alike = ['0ODQU', '17', '1ILT', '2Z7', '5S', '6G', '8B3', '4A', 'MN', 'VY', 'KX', 'CG', 'EF', 'PR', 'UV', 'HM'];

/** Upper case, no accents, and only what the zone may hold. */
export function zoneLetter(seen: string): string {
  const letter = seen.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()[0] ?? '';
  if (/[A-Z0-9<?]/.test(letter)) return letter;
  return /[«‹([{>]/.test(letter) ? '<' : '';
}

/** The letter as its place allows it: a figure in a date, a letter in a name. */
export function fitting(letter: string, kind: MrzKind, line: number, at: number): string {
  const place = placeOf(kind, line, at);
  if (place === 'figures') return figureOf[letter] ?? letter;
  if (place === 'letters') return letterOf[letter] ?? (letter === '?' ? '<' : letter);
  if (place === 'sex') return /[MFHX<]/.test(letter) ? letter : letter === 'N' || letter === 'W' ? 'M' : '<';
  return letter === '?' ? '<' : letter;
}

export interface ZoneText {
  lines: string[];
  /** Letters were exchanged to make a check digit hold. */
  repaired: boolean;
  digits: Record<DigitName, boolean>;
}

/** The most likely reading of the cells; where a check digit does not hold, the one exchange of letters that makes it hold. */
export function textOfCells(cells: Cell[][], kind: MrzKind): ZoneText {
  const lines = cells.map((row, line) =>
    row.map((cell, at) => fitting(cell[0]?.letter ?? '<', kind, line, at)).join(''),
  );
  const digits = digitsOf(lines, kind);
  if (digits.composite && digits.number && digits.birth && digits.expiry) return { lines, repaired: false, digits };
  const mended = allFigures(lines, kind) ?? repair(lines, cells, kind);
  return mended
    ? { lines: mended, repaired: true, digits: digitsOf(mended, kind) }
    : { lines, repaired: false, digits };
}

/** The free parts mostly hold figures: takes every letter that looks like one for one, if then all check digits hold. */
function allFigures(lines: string[], kind: MrzKind): string[] | null {
  const changed = lines.map((text, line) =>
    [...text].map((c, at) => (placeOf(kind, line, at) === 'both' && c !== '<' ? (figureOf[c] ?? c) : c)).join(''),
  );
  return changed.join() !== lines.join() && heldCount(changed, kind) === 4 ? changed : null;
}

const heldCount = (lines: string[], kind: MrzKind) => Object.values(digitsOf(lines, kind)).filter(Boolean).length;

/** Tries other letters at one place, then at two; takes a result only when no other of equal worth exists. */
function repair(lines: string[], cells: Cell[][], kind: MrzKind): string[] | null {
  const swaps = swapsFor(lines, cells, kind);
  const full = 4;
  const found = swaps.map((swap) => exchanged(lines, swap)).filter((text) => heldCount(text, kind) === full);
  if (found.length) return found.length === 1 ? found[0]! : null;
  const pairs: string[][] = [];
  for (const first of swaps) {
    const once = exchanged(lines, first);
    if (heldCount(once, kind) <= heldCount(lines, kind)) continue;
    for (const second of swaps) {
      if (second.line === first.line && second.at === first.at) continue;
      const twice = exchanged(once, second);
      if (heldCount(twice, kind) === full) pairs.push(twice);
    }
  }
  const different = new Set(pairs.map((text) => text.join('\n')));
  return different.size === 1 ? pairs[0]! : null;
}

interface Swap {
  line: number;
  at: number;
  letter: string;
}

function swapsFor(lines: string[], cells: Cell[][], kind: MrzKind): Swap[] {
  const form = mrzForms[kind];
  const spans = [...form.composite, form.number, form.numberDigit, form.birthDigit, form.expiryDigit];
  if (form.compositeDigit) spans.push(form.compositeDigit);
  const places = new Map<string, Swap[]>();
  for (const [line, from, to] of spans) {
    for (let at = from; at < to; at++) {
      const now = lines[line]![at]!;
      const seen = (cells[line]?.[at] ?? []).map((c) => fitting(c.letter, kind, line, at));
      const similar = alike.filter((group) => group.includes(now)).flatMap((group) => [...group]);
      const others = new Set([...seen, ...similar.map((letter) => fitting(letter, kind, line, at))]);
      others.delete(now);
      places.set(
        `${line} ${at}`,
        [...others].map((letter) => ({ line, at, letter })),
      );
    }
  }
  return [...places.values()].flat();
}

function exchanged(lines: string[], { line, at, letter }: Swap): string[] {
  return lines.map((text, i) => (i === line ? text.slice(0, at) + letter + text.slice(at + 1) : text));
}
