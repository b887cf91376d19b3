import { turnsWorthTrying } from '../find/flatten-picture';
import type { Trace } from '../trace';
import type { Engines } from './engines';
import { type Side, type SideText, readSide } from './read-side';
import { certainLetters, probeTurn } from './upright-side';

/** Fewer letters may be a stain on an empty side. */
const MIN_LETTERS = 20;
/** Another way up is read in full only if some of its words are certain. */
const MIN_PROBED_LETTERS = 8;
/** Of the letters of a side, more than half are certain when it is upright, less than a tenth upside down. */
const MIN_CERTAIN_SHARE = 0.25;

/**
 * A few words may seem clear upside down, as 8, 0 and 69 do. Where the whole side turns out to be nonsense, reads it
 * the way that seems best of the others, and keeps the better reading. At most one side more is read, and none where
 * the first look has compared all ways: a picture of anything else must not cost more.
 */
export async function lookAgainIfNonsense(engines: Engines, side: Side, trace: Trace): Promise<Side> {
  if (!side.seemedClear || !isNonsense(side)) return side;
  const probes = [];
  for (const turn of turnsWorthTrying.filter((one) => one !== 0))
    probes.push(await probeTurn(engines, side, turn, trace));
  const best = probes.reduce((a, b) => (b.letters > a.letters ? b : a));
  if (best.letters < MIN_PROBED_LETTERS) return side;
  const again = await readSide(engines, best.side, trace);
  return isNonsense(again) ? side : again;
}

/** Letters, but no zone and hardly a certain word. Barcodes say nothing: they are read upside down, too. */
export function isNonsense({ mrz, lines }: Pick<SideText, 'mrz' | 'lines'>): boolean {
  if (mrz) return false;
  const letters = lines.reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0);
  const certain = lines.reduce((sum, line) => sum + certainLetters(line), 0);
  return letters >= MIN_LETTERS && certain < letters * MIN_CERTAIN_SHARE;
}
