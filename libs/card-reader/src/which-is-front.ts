import { type Engines, type FlatSide, withFaces } from './flat-side';
import { findZone } from './read-mrz';
import type { Trace } from './trace';

export interface Told {
  frontSide: FlatSide;
  backSide: FlatSide;
  swapped: boolean;
}

/** A face this clear, on a side without a machine readable zone, needs no look at the other side. */
const CLEAR_FACE = 0.5;

/**
 * The front is the side with the portrait. Some backs show a pale one, too, beside the zone: then the larger face tells;
 * a passport has both on one page and nothing on the other.
 */
export async function whichIsFront(engines: Engines, given: FlatSide, other: FlatSide, trace: Trace): Promise<Told> {
  const asGiven = { frontSide: given, backSide: other, swapped: false };
  const zone = findZone(given.boxes, given.even.width).length > 0;
  if (given.faces.score >= CLEAR_FACE && !zone) return asGiven;
  const seen = await withFaces(engines, other, trace);
  if (weight(seen) <= weight(given)) return asGiven;
  return { frontSide: seen, backSide: given, swapped: true };
}

function weight({ faces }: FlatSide): number {
  const main = faces.boxes[0];
  return main ? faces.score * Math.sqrt(main.width * main.height) : 0;
}
