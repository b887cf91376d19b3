import type { MissingReason } from '../reading';
import type { Picture } from './picture';

const MIN_BRIGHTNESS = 60;
const OVEREXPOSED = 250;
const MAX_GLARE_SHARE = 0.08;
const MIN_EDGE_CONTRAST = 14;

/** The reason why a side may be unreadable, by its pixels alone; null if they are fine. */
export function unreadableReason(
  grey: Picture,
): Exclude<MissingReason, 'no_card_found' | 'cut_off' | 'not_found'> | null {
  const counts = new Uint32Array(256);
  for (const value of grey.data) counts[value]!++;
  const pixels = grey.data.length;
  if (percentile(counts, pixels, 0.95) < MIN_BRIGHTNESS) return 'too_dark';
  let overexposed = 0;
  for (let value = OVEREXPOSED; value < 256; value++) overexposed += counts[value]!;
  const paper = percentile(counts, pixels, 0.6);
  if (overexposed / pixels > MAX_GLARE_SHARE && paper < OVEREXPOSED - 30) return 'glare';
  return edgeContrast(grey) < MIN_EDGE_CONTRAST ? 'blurred' : null;
}

/** The brightness that this share of the pixels does not exceed. */
function percentile(counts: Uint32Array, pixels: number, share: number): number {
  let seen = 0;
  for (let value = 0; value < 256; value++) {
    seen += counts[value]!;
    if (seen >= pixels * share) return value;
  }
  return 255;
}

/** The 99th percentile of the steps between neighbouring pixels, in percent of the picture's brightness range. */
function edgeContrast({ data, width, height }: Picture): number {
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
  return (100 * percentile(steps, count, 0.99)) / Math.max(1, high - low);
}
