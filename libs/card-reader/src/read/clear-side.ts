import { findRestorations } from '../find/find-restorations';
import { filterPicture } from '../picture/filter-picture';
import type { Trace } from '../trace';
import type { Engines } from './engines';
import { CERTAIN } from './read-printed-line';
import { type UprightSide, certainLetters, linesOutsideZone, readOnce, turnUpright } from './upright-side';

/** Lines of all heights that are read to measure the legibility of a side. */
const MAX_LINES = 12;
/** Other filters are not tried once this many times the certain letters are read. */
const SUFFICIENT_GAIN = 1.2;

/** The side without blur, grain or the grid of a screen, if more of its letters are certain after filtering. */
export async function clearSide(engines: Engines, side: UprightSide, trace: Trace): Promise<UprightSide> {
  const before = await trace('legibility', () => legibility(engines, side));
  if (before.confidence >= CERTAIN) return side;
  let best = { side, certainLetters: before.certainLetters };
  for (const response of await trace('find restorations', () => findRestorations(side.grey))) {
    const color = await trace('filter', () => filterPicture(engines.cv, side.color, response));
    const clear = await turnUpright(engines, { ...side, color }, trace);
    const { certainLetters } = await trace('legibility', () => legibility(engines, clear));
    if (certainLetters > best.certainLetters) best = { side: clear, certainLetters };
    if (best.certainLetters > before.certainLetters * SUFFICIENT_GAIN) break;
  }
  return best.side;
}

/**
 * The certain letters in some lines of each height, and the mean confidence of all their letters. One row stands for
 * a zone.
 */
function legibility(engines: Engines, side: UprightSide) {
  const byHeight = linesOutsideZone(engines, side)
    .filter(({ width, height }) => width > height * 3)
    .sort((a, b) => b.height - a.height);
  const step = Math.max(1, byHeight.length / MAX_LINES);
  const some = byHeight.filter((_, at) => Math.floor((at + 1) / step) > Math.floor(at / step));
  const lines = [...side.mrzRows.slice(-1), ...some].map((box) => readOnce(engines, side, box));
  const words = lines.flatMap((line) => line.words);
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return {
    certainLetters: lines.reduce((sum, line) => sum + certainLetters(line), 0),
    confidence: words.reduce((sum, { confidence, text }) => sum + confidence * text.length, 0) / Math.max(1, letters),
  };
}
