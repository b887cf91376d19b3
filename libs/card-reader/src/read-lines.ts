import { folded } from './folded';
import { withMarks } from './marks';
import type { Box, Picture } from './picture';
import type { Language, TextEngine, Word } from './text-engine';
import { type Vision, freeing } from './vision';

/** A line as it was read; its box is in pixels of the flattened card. */
export interface PrintedLine {
  text: string;
  /** The least sure word, 0 to 100. */
  sure: number;
  box: Box;
  words: Word[];
}

/** Heights the engine reads well at; what it is unsure of at the first, it may see at the second. */
export const LINE_HEIGHT = 28;
const SECOND_HEIGHT = 44;
const THIRD_HEIGHT = 24;
const SURE_ENOUGH = 85;
/** Below this it is most likely no print. */
const WORTH_A_THIRD = 50;
/** The background, taken for a line, is read as a letter or two; print is longer or stands for itself. */
const worthAnotherLook = ({ text, sure }: PrintedLine) =>
  sure < SURE_ENOUGH && (text === '' || folded(text).length > 2);

/** Reads a line of print, twice when once leaves doubts, and keeps the surer reading. */
export function readPrintedLine(
  cv: Vision,
  engine: TextEngine,
  even: Picture,
  box: Box,
  known?: PrintedLine,
): PrintedLine {
  const first = known ?? readLine(cv, engine, even, box, LINE_HEIGHT);
  if (!worthAnotherLook(first)) return withMarks(first, even);
  const second = readLine(cv, engine, even, box, SECOND_HEIGHT);
  const surer = second.sure > first.sure ? second : first;
  if (surer.sure < WORTH_A_THIRD || !worthAnotherLook(surer)) return withMarks(surer, even);
  const third = readLine(cv, engine, even, box, THIRD_HEIGHT);
  return withMarks(third.sure > surer.sure ? third : surer, even);
}
const MARGIN = 10;
const ABOVE = 0.35;

/** Reads one line; the picture is cut, brought to the height the engine likes and given a white margin. */
export function readLine(
  cv: Vision,
  engine: TextEngine,
  even: Picture,
  box: Box,
  height: number,
  language: Language = 'spa',
): PrintedLine {
  const scale = height / box.height;
  const words = engine.read(lineCut(cv, even, box, scale), language).flatMap((line) => line.words);
  const placed = words.map((word) => ({
    ...word,
    box: placeBack(word.box, box, scale),
    letters: word.letters.map((letter) => ({ ...letter, box: placeBack(letter.box, box, scale) })),
  }));
  return {
    text: placed.map((w) => w.text).join(' '),
    sure: placed.length ? Math.min(...placed.map((w) => w.sure)) : 0,
    box,
    words: placed,
  };
}

const placeBack = (part: Box, line: Box, scale: number): Box => ({
  x: line.x + (part.x - MARGIN) / scale,
  y: line.y + (part.y - MARGIN) / scale,
  width: part.width / scale,
  height: part.height / scale,
});

function lineCut(cv: Vision, even: Picture, box: Box, scale: number): Picture {
  return freeing((keep) => {
    const pad = Math.round(box.height * 0.15);
    // Accents stand above the letters, where the box has none of their ink.
    const above = Math.round(box.height * ABOVE);
    const x = Math.max(0, box.x - pad);
    const y = Math.max(0, box.y - above);
    const width = Math.min(even.width - x, box.x + box.width + pad - x);
    const height = Math.min(even.height - y, box.y + box.height + pad - y);
    const out = keep(new cv.Mat());
    const source = keep(cv.matFromArray(height, width, cv.CV_8UC1, rowsOf(even, { x, y, width, height })));
    const size = new cv.Size(Math.max(8, Math.round(width * scale)), Math.max(8, Math.round(height * scale)));
    cv.resize(source, out, size, 0, 0, scale < 1 ? cv.INTER_AREA : cv.INTER_CUBIC);
    const left = Math.max(0, MARGIN - Math.round((box.x - x) * scale));
    const top = Math.max(0, MARGIN - Math.round((box.y - y) * scale));
    cv.copyMakeBorder(out, out, top, MARGIN, left, MARGIN, cv.BORDER_CONSTANT, new cv.Scalar(255));
    return { data: Buffer.from(out.data), width: out.cols, height: out.rows, channels: 1 as const };
  });
}

function rowsOf(picture: Picture, box: Box): Buffer {
  const out = Buffer.alloc(box.width * box.height);
  for (let row = 0; row < box.height; row++) {
    const from = (box.y + row) * picture.width + box.x;
    picture.data.copy(out, row * box.width, from, from + box.width);
  }
  return out;
}

/**
 * The line read again in another language. What differs in its marks alone is taken, and what is read more surely; the
 * letters of the first reading stay otherwise.
 */
export function readAgainIn(
  language: Language,
  cv: Vision,
  engine: TextEngine,
  even: Picture,
  line: PrintedLine,
): PrintedLine {
  const again = readLine(cv, engine, even, line.box, LINE_HEIGHT, language);
  return again.sure > SURE_ENOUGH || again.sure > line.sure || folded(again.text) === folded(line.text) ? again : line;
}
