import { type Faces, noFaces } from '../find/find-faces';
import { type PrintRegions, findPrint } from '../find/find-print';
import type { FlatCard } from '../find/flatten-picture';
import { type Box, rotate } from '../picture/picture';
import type { Trace } from '../trace';
import type { Engines } from './engines';
import { LINE_HEIGHT, type PrintedLine, readLine } from './read-line';

/** A side seen from straight above and the right way up, as far as its print tells. */
export interface UprightSide extends PrintRegions {
  cardFound: boolean;
  /** Lines that were read to find out which way is up; they need not be read again. */
  alreadyRead: Map<Box, PrintedLine>;
  faces: Faces;
}

const MAX_PROBED_LINES = 10;
/** This many certain letters prove that the print is the right way up. */
const CLEAR_LETTERS = 14;
const MIN_WORD_CONFIDENCE = 85;

/** Rotates the card by 180 degrees if it reads better that way. */
export async function turnUpright(engines: Engines, { color, cardFound }: FlatCard, trace: Trace) {
  const asFound = await probeOrientation(engines, await findPrint(engines.cv, color, trace), cardFound, trace);
  if (asFound.letters >= CLEAR_LETTERS) return asFound.side;
  const rotated = await findPrint(engines.cv, await rotate(color, 180), trace);
  const turned = await probeOrientation(engines, rotated, cardFound, trace);
  return turned.letters > asFound.letters ? turned.side : asFound.side;
}

async function probeOrientation(engines: Engines, regions: PrintRegions, cardFound: boolean, trace: Trace) {
  const side: UprightSide = { ...regions, cardFound, alreadyRead: new Map(), faces: noFaces };
  const letters = await trace('which way up', () => countCertainLetters(engines, side));
  return { side, letters };
}

/** Reads a few well-shaped lines until the result is clear. Upside down, hardly any word is certain. */
function countCertainLetters(engines: Engines, { normalized, lineBoxes, alreadyRead }: UprightSide): number {
  const isWellShaped = ({ width, height }: Box) => width > height * 3 && width < height * 20 && height < 45;
  const largest = lineBoxes.filter(isWellShaped).sort((a, b) => b.height - a.height);
  let letters = 0;
  for (const box of largest.slice(0, MAX_PROBED_LINES)) {
    const line = readLine(engines, normalized, box, LINE_HEIGHT);
    alreadyRead.set(box, line);
    const certain = line.words.filter(
      (word) => word.confidence > MIN_WORD_CONFIDENCE && /^[\p{L}\d][\p{L}\d.,:/-]{3,}$/u.test(word.text),
    );
    letters += certain.reduce((sum, word) => sum + word.text.length, 0);
    if (letters >= CLEAR_LETTERS) break;
  }
  return letters;
}
