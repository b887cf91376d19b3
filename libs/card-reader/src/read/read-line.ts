import type { TextModel } from '../languages/language';
import { withMats } from '../picture/opencv';
import type { Box, Picture } from '../picture/picture';
import type { Engines } from './engines';
import type { PrintedLine } from './printed-line';
import { restoreDiaeresis } from './restore-diaeresis';

export type LineEngines = Pick<Engines, 'cv' | 'text'>;

/** The height at which a line is read first. */
export const LINE_HEIGHT = 28;
const MARGIN = 10;
const SPACE_ABOVE = 0.35;
const HALF_BRIGHT = 128;

/** Reads one line once: crops it, scales it to the height and adds a white margin. */
export function readLine(
  { cv, text: engine }: LineEngines,
  normalized: Picture,
  box: Box,
  height: number,
  language: TextModel = 'spa',
): PrintedLine {
  const scale = height / box.height;
  const cropped = cropLine(cv, normalized, box, scale);
  const read = engine.read(cropped, language, isMostlyDark(normalized, box)).flatMap((line) => line.words);
  const words = read.map((word) => ({
    ...word,
    box: toCardPixels(word.box, box, scale),
    letters: word.letters.map((letter) => ({ ...letter, box: toCardPixels(letter.box, box, scale) })),
  }));
  const line = {
    text: words.map((word) => word.text).join(' '),
    confidence: words.length ? Math.min(...words.map((word) => word.confidence)) : 0,
    box,
    words,
  };
  return restoreDiaeresis(line, normalized, language);
}

const toCardPixels = (part: Box, line: Box, scale: number): Box => ({
  x: line.x + (part.x - MARGIN) / scale,
  y: line.y + (part.y - MARGIN) / scale,
  width: part.width / scale,
  height: part.height / scale,
});

function cropLine(cv: Engines['cv'], normalized: Picture, box: Box, scale: number): Picture {
  return withMats((track) => {
    const padding = Math.round(box.height * 0.15);
    // Accents are above the letters, where the box may have no ink.
    const above = Math.round(box.height * SPACE_ABOVE);
    const x = Math.max(0, box.x - padding);
    const y = Math.max(0, box.y - above);
    const width = Math.min(normalized.width - x, box.x + box.width + padding - x);
    const height = Math.min(normalized.height - y, box.y + box.height + padding - y);
    const out = track(new cv.Mat());
    const rows = copyRows(normalized, { x, y, width, height });
    const source = track(cv.matFromArray(height, width, cv.CV_8UC1, rows));
    const size = new cv.Size(Math.max(8, Math.round(width * scale)), Math.max(8, Math.round(height * scale)));
    cv.resize(source, out, size, 0, 0, scale < 1 ? cv.INTER_AREA : cv.INTER_CUBIC);
    const left = Math.max(0, MARGIN - Math.round((box.x - x) * scale));
    const top = Math.max(0, MARGIN - Math.round((box.y - y) * scale));
    cv.copyMakeBorder(out, out, top, MARGIN, left, MARGIN, cv.BORDER_CONSTANT, new cv.Scalar(255));
    return { data: Buffer.from(out.data), width: out.cols, height: out.rows, channels: 1 as const };
  });
}

function isMostlyDark({ data, width, height }: Picture, box: Box): boolean {
  let [dark, all] = [0, 0];
  for (let y = Math.max(0, Math.floor(box.y)); y < Math.min(height, box.y + box.height); y++)
    for (let x = Math.max(0, Math.floor(box.x)); x < Math.min(width, box.x + box.width); x++, all++)
      if (data[y * width + x]! < HALF_BRIGHT) dark++;
  return dark > all / 2;
}

function copyRows(picture: Picture, box: Box): Buffer {
  const out = Buffer.alloc(box.width * box.height);
  for (let row = 0; row < box.height; row++) {
    const from = (box.y + row) * picture.width + box.x;
    picture.data.copy(out, row * box.width, from, from + box.width);
  }
  return out;
}
