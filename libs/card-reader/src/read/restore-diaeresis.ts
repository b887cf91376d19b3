import type { TextModel } from '../languages/language';
import type { Box, Picture } from '../picture/picture';
import { normalizeText, stripAccents } from '../text/normalize-text';
import type { PrintedLine } from './printed-line';
import type { Letter, Word } from './text-engine';

/** Darker pixels are ink, in a picture with normalized light. */
export const INK = 165;

/** A letter that may have two dots, between its neighbours, where the model of the language tends to overlook them. */
const dotted: Partial<Record<TextModel, RegExp>> = {
  spa: /^G,U,[EI]$/,
  nld: /,[AEOU],/,
  // Dots say that a vowel is spoken apart from the one before.
  fra: /^[AEIOU],[EU],/,
  sqi: /,E,/,
};

/** Puts back the two dots that the engine tends to overlook, where their ink is. */
export function restoreDiaeresis(line: PrintedLine, normalized: Picture, language: TextModel): PrintedLine {
  const words = line.words.map((word) => restoreInWord(word, line.box, normalized, language));
  return words.every((word, i) => word === line.words[i])
    ? line
    : { ...line, words, text: words.map((word) => word.text).join(' ') };
}

function restoreInWord(word: Word, line: Box, normalized: Picture, language: TextModel): Word {
  const { letters } = word;
  const mayHaveDots = (at: number) => {
    const plain = [letters[at - 1], letters[at], letters[at + 1]].map((letter) => normalizeText(letter?.text ?? ''));
    return dotted[language]?.test(plain.join()) === true;
  };
  // Spanish has no other mark there.
  const hasDots = (letter: Letter) =>
    (language === 'spa' && letter.text !== stripAccents(letter.text)) ||
    countMarksAbove(letter, line, normalized) === 2;
  const restored = letters.map((letter, i) => (mayHaveDots(i) && hasDots(letter) ? withDiaeresis(letter) : letter));
  if (restored.every((letter, i) => letter === letters[i])) return word;
  return { ...word, letters: restored, text: restored.map((letter) => letter.text).join('') };
}

const withDiaeresis = (letter: Letter): Letter => ({
  ...letter,
  text: `${stripAccents(letter.text)}\u0308`.normalize('NFC'),
});

/** How far above the line marks are, as shares of its height. Further up is another line. */
const [ABOVE_CAPITAL, ABOVE_SMALL] = [0.45, 0.3];
/** Stems of the letters beside a small one are as high as its marks: this share of its width is theirs. */
const BESIDE_SMALL = 0.15;

/** The number of separate marks above a letter, with a white row between them and the letter. */
function countMarksAbove({ box, text }: Letter, line: Box, normalized: Picture): number {
  const isSmall = /\p{Ll}/u.test(text);
  const margin = isSmall ? box.width * BESIDE_SMALL : 0;
  const left = Math.max(0, Math.round(box.x + margin));
  const right = Math.min(normalized.width - 1, Math.round(box.x + box.width - margin));
  const inkIn = (y: number) => {
    let count = 0;
    for (let x = left; x <= right; x++) if (normalized.data[y * normalized.width + x]! < INK) count++;
    return count;
  };
  // From the middle of the letter upwards: through its body, the white row and the marks.
  let y = Math.round(line.y + line.height / 2);
  const end = Math.max(1, Math.round(line.y - line.height * (isSmall ? ABOVE_SMALL : ABOVE_CAPITAL)));
  while (y > end && inkIn(y) > 0) y--;
  while (y > end && inkIn(y) === 0) y--;
  let marks = 0;
  for (; y > end && inkIn(y) > 0; y--) marks = Math.max(marks, countRuns(normalized, y, left, right));
  return marks;
}

function countRuns({ data, width }: Picture, y: number, left: number, right: number): number {
  let runs = 0;
  for (let x = left; x <= right; x++) {
    const isInk = data[y * width + x]! < INK;
    const wasInk = x > left && data[y * width + x - 1]! < INK;
    if (isInk && !wasInk) runs++;
  }
  return runs;
}
