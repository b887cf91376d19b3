import type { Box } from '../picture/picture';
import type { Word } from './text-engine';

/** The votes for one character of the zone, the highest weight first. */
export type Cell = { letter: string; weight: number }[];

/** The width of a character, as a share of the distance between two positions. */
const CHARACTER_WIDTH = 0.72;

/** The font is monospaced: the position of a character in the row is its cell. */
export function countVotes(readings: Word[][], row: Box, length: number): Cell[] {
  const pitch = row.width / (length - 1 + CHARACTER_WIDTH);
  const first = row.x + (pitch * CHARACTER_WIDTH) / 2;
  const cells: Cell[] = Array.from({ length }, () => []);
  for (const words of readings) {
    const letters = words.flatMap((word) => word.letters);
    for (const { at, letter, weight } of votesOf(letters, first, pitch, length)) {
      const known = cells[at]!.find((vote) => vote.letter === letter);
      if (known) known.weight += weight;
      else cells[at]!.push({ letter, weight });
    }
  }
  for (const cell of cells) cell.sort((a, b) => b.weight - a.weight);
  return cells;
}

/** The letters of one reading at their cells. Of two in one cell, either may be right. */
function votesOf(letters: Word['letters'], first: number, pitch: number, length: number) {
  const known = letters.flatMap(({ text, confidence, box }) => {
    const letter = toMrzCharacter(text);
    return letter ? [{ letter, weight: confidence, box }] : [];
  });
  // The engine may misplace the boxes of letters that it reads right.
  const isWhole = known.length === length;
  return known.flatMap(({ letter, weight, box }, order) => {
    const at = isWhole ? order : Math.round((box.x + box.width / 2 - first) / pitch);
    return at >= 0 && at < length ? [{ at, letter, weight }] : [];
  });
}

/** The character in upper case without accents; empty if the zone does not allow it. */
export function toMrzCharacter(text: string): string {
  const letter = text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()[0] ?? '';
  if (/[A-Z0-9<?]/.test(letter)) return letter;
  return /[«‹([{>]/.test(letter) ? '<' : '';
}
