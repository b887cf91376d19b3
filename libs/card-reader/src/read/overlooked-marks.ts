import type { TextModel } from '../languages/language';
import type { Box, Picture } from '../picture/picture';
import type { PrintedLine } from './printed-line';
import { INK } from './restore-diaeresis';
import type { Word } from './text-engine';

/** Where marks are above capitals, measured from their top, as shares of the height of the line. */
const [MARK_FROM, MARK_TO] = [0.35, 0.12];
/** A smaller spot is dust. */
const MIN_PIXELS = 2;

/** Marks below a letter are not searched for: a word with one of these letters may always lack one. */
const lettersWithMarksBelow: Partial<Record<TextModel, RegExp>> = {
  lav: /[GKLNR]/,
  lit: /[AEIU]/,
  pol: /[AE]/,
  ron: /[ST]/,
  sqi: /[C]/,
  tur: /[CS]/,
};

/**
 * The words without any mark that have ink where marks are: the engine may have overlooked one, however certain it is
 * of the letter. Words in small letters are not judged: dots and long letters are at the height of the marks.
 */
export const wordsWithOverlookedMarks = (line: PrintedLine, normalized: Picture, language: TextModel): Word[] =>
  line.words.filter(
    (word) =>
      /^[A-Z'’-]{2,}$/.test(word.text) &&
      (lettersWithMarksBelow[language]?.test(word.text) || hasMark(word, line.box, normalized)),
  );

function hasMark({ box, letters }: Word, line: Box, normalized: Picture): boolean {
  const tops = letters.map((letter) => topOf(letter.box, line, normalized)).toSorted((a, b) => a - b);
  const top = tops[tops.length >> 1]!;
  const above = range(top - line.height * MARK_FROM, top - line.height * MARK_TO);
  const inked = range(box.x, box.x + box.width).filter((x) => above.some((y) => isInk(x, y, normalized)));
  return inked.some((x) => inked.includes(x + MIN_PIXELS - 1));
}

/** The first row with ink, from above the line downwards. */
function topOf(letter: Box, line: Box, normalized: Picture): number {
  const middle = Math.round(line.y + line.height / 2);
  const columns = range(letter.x, letter.x + letter.width);
  const isInked = (y: number) => columns.filter((x) => isInk(x, y, normalized)).length >= MIN_PIXELS;
  return range(line.y - line.height * MARK_FROM, middle).find(isInked) ?? middle;
}

function range(from: number, to: number): number[] {
  const first = Math.round(from);
  return Array.from({ length: Math.max(0, Math.round(to) - first) }, (_, i) => first + i);
}

const isInk = (x: number, y: number, { data, width, height }: Picture): boolean =>
  x >= 0 && x < width && y >= 0 && y < height && data[y * width + x]! < INK;
