import type { Box, Picture } from './picture';
import type { PrintedLine } from './read-lines';
import type { Letter, Word } from './text-engine';

/** Darker than this is ink, in a picture of even light. */
const INK = 165;

/**
 * The line with the mark the engine tends to overlook put back where its ink stands: the two dots of Ü, which Spanish
 * writes in GÜE and GÜI only.
 */
export function withMarks(line: PrintedLine, even: Picture): PrintedLine {
  const words = line.words.map((word) => markedWord(word, line.box, even));
  return words.every((word, i) => word === line.words[i])
    ? line
    : { ...line, words, text: words.map((word) => word.text).join(' ') };
}

function markedWord(word: Word, line: Box, even: Picture): Word {
  const { letters } = word;
  const marked = letters.map((letter, i) => {
    const inGue = /^[gG]$/.test(letters[i - 1]?.text ?? '') && /^[eéiíEÉIÍ]/.test(letters[i + 1]?.text ?? '');
    if (/^[uúUÚ]$/.test(letter.text) && inGue && marksAbove(letter, line, even) === 2) return changed(letter, 'ü', 'Ü');
    return letter;
  });
  if (marked.every((letter, i) => letter === letters[i])) return word;
  return { ...word, letters: marked, text: marked.map((letter) => letter.text).join('') };
}

const changed = (letter: Letter, lower: string, upper: string): Letter => ({
  ...letter,
  text: letter.text === letter.text.toUpperCase() ? upper : lower,
});

/** How many separate marks stand above a letter, set off from it by a white row. */
function marksAbove({ box }: Letter, line: Box, even: Picture): number {
  const left = Math.max(0, Math.round(box.x));
  const right = Math.min(even.width - 1, Math.round(box.x + box.width));
  const inked = (y: number) => {
    let count = 0;
    for (let x = left; x <= right; x++) if (even.data[y * even.width + x]! < INK) count++;
    return count;
  };
  // From the middle of the letter upwards: through its body, the white row above it, and the marks.
  let y = Math.round(line.y + line.height / 2);
  const end = Math.max(1, Math.round(line.y - line.height * 0.45));
  while (y > end && inked(y) > 0) y--;
  while (y > end && inked(y) === 0) y--;
  let most = 0;
  for (; y > end && inked(y) > 0; y--) most = Math.max(most, runsIn(even, y, left, right));
  return most;
}

function runsIn({ data, width }: Picture, y: number, left: number, right: number): number {
  let runs = 0;
  for (let x = left; x <= right; x++) {
    const here = data[y * width + x]! < INK;
    const before = x > left && data[y * width + x - 1]! < INK;
    if (here && !before) runs++;
  }
  return runs;
}
