import { around, sharedHeight } from './find-lines';
import { countryCode } from './nationalities';
import { type MrzKind, mrzForms } from './mrz-forms';
import { type Mrz, parseMrz } from './mrz-lines';
import { type Cell, textOfCells, zoneLetter } from './mrz-letters';
import type { Box, Picture } from './picture';
import { readLine } from './read-lines';
import type { TextEngine, Word } from './text-engine';
import type { Vision } from './vision';

export interface MrzReading extends Mrz {
  repaired: boolean;
  lines: string[];
  /** Per line: the least share of votes a letter won with. */
  box: Box;
}

/** The zone's letters are at least this high on a card 1280 wide. */
const LOWEST = 14;
const HIGHEST = 60;
const HEIGHTS = [28, 40, 22];

/** Boxes of the zone's rows: two or three long lines of one height and width, evenly below one another. */
export function findZone(lines: Box[], width: number): Box[] {
  const rows = rowsOf(lines.filter((box) => box.height >= LOWEST && box.height <= HIGHEST && box.width > 8));
  const long = rows
    .map(({ row }) => row)
    .filter((row) => row.width > width * 0.5)
    .sort((a, b) => a.y - b.y);
  for (let i = long.length - 1; i > 0; i--) {
    const group = [long[i]!];
    for (let k = i - 1; k >= 0 && group.length < 3; k--) {
      const below = group[0]!;
      const step = below.y - long[k]!.y;
      const even = group.length < 2 || Math.abs(step - (group[1]!.y - below.y)) < below.height * 0.5;
      if (step < below.height * 3.2 && step > below.height * 0.9 && even) group.unshift(long[k]!);
    }
    if (group.length >= 2) return evened(group);
  }
  return [];
}

/** All rows of the zone begin and end at the same place, also where the end of one was not seen. */
function evened(group: Box[]): Box[] {
  const x = Math.min(...group.map((row) => row.x));
  const right = Math.max(...group.map((row) => row.x + row.width));
  return group.map((row) => ({ ...row, x, width: right - x }));
}

/** Boxes of one height on one level; where much of a row is empty, its boxes are no line of one text. */
function rowsOf(boxes: Box[]): { row: Box }[] {
  const rows: { row: Box; inked: number }[] = [];
  for (const box of [...boxes].sort((a, b) => b.width - a.width)) {
    const home = rows.find(({ row }) => sharedHeight(row, box) > 0.7 && box.height < row.height * 1.5);
    if (!home) {
      rows.push({ row: { ...box }, inked: box.width });
      continue;
    }
    home.row = around(home.row, box);
    home.inked += box.width;
  }
  return rows.filter(({ row, inked }) => inked > row.width * 0.6);
}

/** Reads the zone in the rows found, at several sizes when one does not suffice. */
export function readMrz(cv: Vision, engine: TextEngine, even: Picture, rows: Box[]): MrzReading | null {
  if (rows.length < 2) return null;
  const box = rows.reduce(around);
  const votes: Word[][][] = rows.map(() => []);
  let best: MrzReading | null = null;
  for (const height of HEIGHTS) {
    rows.forEach((row, i) => votes[i]!.push(readLine(cv, engine, even, row, height).words));
    const kind = kindOf(votes);
    if (!kind) continue;
    const used = rows.slice(-mrzForms[kind].lines);
    const cells = used.map((row, i) => cellsOf(votes[rows.length - used.length + i]!, row, mrzForms[kind].length));
    const { lines, repaired } = textOfCells(cells, kind);
    best = { ...parseMrz(lines, kind), repaired, lines, box };
    const { number, birth, expiry, composite } = best.digits;
    if (!repaired && number && birth && expiry && composite) break;
  }
  return best && looksLikeZone(best) ? best : null;
}

/** Text that only happens to be long has no document code, no country and hardly a check digit that holds. */
function looksLikeZone({ code, issuer, nationality, digits }: MrzReading): boolean {
  const held = Object.values(digits).filter(Boolean).length;
  const named = [issuer, nationality].filter((text) => countryCode(text) !== null).length;
  return /^[IACPV]/.test(code) && held + named >= 2;
}

function kindOf(votes: Word[][][]): MrzKind | null {
  if (votes.length === 3) return 'TD1';
  const lengths = votes.flat().map((words) => words.reduce((sum, w) => sum + w.letters.length, 0));
  const middle = lengths.sort((a, b) => a - b)[lengths.length >> 1] ?? 0;
  if (middle < 24) return null;
  return middle > 40 ? 'TD3' : 'TD2';
}

/** The font has one width, so a letter's place in the row says which cell it belongs to. */
function cellsOf(readings: Word[][], row: Box, length: number): Cell[] {
  const LETTER = 0.72; // of the distance between two cells
  const pitch = row.width / (length - 1 + LETTER);
  const first = row.x + (pitch * LETTER) / 2;
  const cells: Cell[] = Array.from({ length }, () => []);
  for (const words of readings) {
    const letters = words.flatMap((word) => word.letters);
    for (const { at, letter, weight } of placed(letters, first, pitch, length)) {
      const known = cells[at]!.find((c) => c.letter === letter);
      if (known) known.weight += weight;
      else cells[at]!.push({ letter, weight });
    }
  }
  for (const cell of cells) cell.sort((a, b) => b.weight - a.weight);
  return cells;
}

/** One letter per cell and reading: where two fall into one cell, the surer one. */
function placed(letters: Word['letters'], first: number, pitch: number, length: number) {
  const out = new Map<number, { at: number; letter: string; weight: number }>();
  for (const { text, sure, box } of letters) {
    const letter = zoneLetter(text);
    const at = Math.round((box.x + box.width / 2 - first) / pitch);
    if (!letter || at < 0 || at >= length) continue;
    if ((out.get(at)?.weight ?? -1) < sure) out.set(at, { at, letter, weight: sure });
  }
  return [...out.values()];
}
