import type { Picture } from './picture';
import type { MissingReason } from './reading';

const DARK = 60;
const FLAT_LIGHT = 250;
const LARGEST_GLARE = 0.08;
const SHARP_EDGE = 14;

/** Why a side may be unreadable, as far as its pixels tell; null when nothing is wrong with them. */
export function whyUnreadable(grey: Picture): Exclude<MissingReason, 'no_card_found' | 'cut_off' | 'not_found'> | null {
  const counts = new Uint32Array(256);
  for (const value of grey.data) counts[value]!++;
  const pixels = grey.data.length;
  if (shareAt(counts, pixels, 0.95) < DARK) return 'too_dark';
  let burnt = 0;
  for (let value = FLAT_LIGHT; value < 256; value++) burnt += counts[value]!;
  const paper = shareAt(counts, pixels, 0.6);
  if (burnt / pixels > LARGEST_GLARE && paper < FLAT_LIGHT - 30) return 'glare';
  return sharpestEdge(grey) < SHARP_EDGE ? 'blurred' : null;
}

/** The brightness that this share of the pixels does not exceed. */
function shareAt(counts: Uint32Array, pixels: number, share: number): number {
  let seen = 0;
  for (let value = 0; value < 256; value++) {
    seen += counts[value]!;
    if (seen >= pixels * share) return value;
  }
  return 255;
}

/** The step from one pixel to the next that one in a hundred exceeds, in percent of the picture's own range. */
function sharpestEdge({ data, width, height }: Picture): number {
  const steps = new Uint32Array(256);
  let count = 0;
  let [low, high] = [255, 0];
  for (let y = 0; y < height; y += 2) {
    for (let x = 1; x < width; x++) {
      const value = data[y * width + x]!;
      steps[Math.abs(value - data[y * width + x - 1]!)]!++;
      low = Math.min(low, value);
      high = Math.max(high, value);
      count++;
    }
  }
  return (100 * shareAt(steps, count, 0.99)) / Math.max(1, high - low);
}
