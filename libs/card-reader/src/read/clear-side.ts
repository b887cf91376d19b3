import { findRemedies } from '../find/find-remedies';
import type { FlatCard } from '../find/flatten-picture';
import { filterPicture } from '../picture/filter-picture';
import type { Trace } from '../trace';
import type { Engines } from './engines';
import { LINE_HEIGHT, readLine } from './read-line';
import { CERTAIN } from './read-printed-line';
import { type UprightSide, certainLetters, turnUpright } from './upright-side';

/** Twelve lines of all sizes tell how legible a side is. */
const MAX_LINES = 12;
/** Of the letters that were certain before: another remedy would not do much better. */
const MUCH_MORE = 1.2;

/** The side without blur, grain or the grid of a screen, if its print is more legible so. */
export async function clearSide(engines: Engines, side: UprightSide, trace: Trace): Promise<UprightSide> {
  const before = await trace('legibility', () => legibility(engines, side));
  if (before.confidence >= CERTAIN) return side;
  let best = { side, ...before };
  for (const remedy of await trace('find remedies', () => findRemedies(side.grey))) {
    const color = await trace('filter', () => filterPicture(engines.cv, side.color, remedy));
    const clear = await turnUpright(engines, { ...cardOf(side), color }, trace);
    const after = await trace('legibility', () => legibility(engines, clear));
    if (after.certainLetters > best.certainLetters) best = { side: clear, ...after };
    if (best.certainLetters > before.certainLetters * MUCH_MORE) break;
  }
  return best.side;
}

const cardOf = ({ color, cardFound, corners }: UprightSide): FlatCard => ({ color, cardFound, corners });

/** Reads some lines of each size; they need not be read again. */
function legibility(engines: Engines, { normalized, lineBoxes, mrzRows, alreadyRead }: UprightSide) {
  const byHeight = lineBoxes.filter(({ width, height }) => width > height * 3).sort((a, b) => b.height - a.height);
  const step = Math.max(1, byHeight.length / MAX_LINES);
  const some = byHeight.filter((_, at) => Math.floor((at + 1) / step) > Math.floor(at / step));
  const lines = [...mrzRows.slice(-1), ...some].map((box) => {
    const line = alreadyRead.get(box) ?? readLine(engines, normalized, box, LINE_HEIGHT);
    alreadyRead.set(box, line);
    return line;
  });
  const words = lines.flatMap((line) => line.words);
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return {
    certainLetters: lines.reduce((sum, line) => sum + certainLetters(line), 0),
    confidence: words.reduce((sum, { confidence, text }) => sum + confidence * text.length, 0) / Math.max(1, letters),
  };
}
