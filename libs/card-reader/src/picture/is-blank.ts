import type { Picture } from './picture';

const BLOCK = 16;
/** Between the pixels that are compared: the steps of blurred print are wide, those of noise are not. */
const DISTANCE = 4;
/** The steps that compression leaves in one colour, and those of a camera in bad light, in grey values. */
const [MIN_NOISE, MAX_NOISE] = [1, 4];
/** Of the roughest blocks to the smoothest. That of noise is up to 1.4, that of a back with hardly any print 4. */
const MIN_RATIO = 2;

/**
 * Print is rougher than the paper around it. Where every part of a picture is equally rough there is none: one colour,
 * a gradient, the noise of a camera. No need to search it for seconds.
 */
export function isBlank(grey: Picture): boolean {
  const columns = Math.floor(grey.width / BLOCK);
  const rows = Math.floor(grey.height / BLOCK);
  const roughness = Float64Array.from({ length: columns * rows }, (_, block) =>
    roughnessAt(grey, (block % columns) * BLOCK, Math.floor(block / columns) * BLOCK),
  ).sort();
  const at = (share: number) => roughness[Math.floor((roughness.length - 1) * share)] ?? 0;
  return at(0.99) < MIN_RATIO * Math.min(MAX_NOISE, Math.max(MIN_NOISE, at(0.1)));
}

/** The deviation of the steps from their mean: a gradient has none. */
function roughnessAt({ data, width }: Picture, left: number, top: number): number {
  let [sum, squares] = [0, 0];
  for (let y = top; y < top + BLOCK; y++) {
    const row = y * width + left;
    for (let x = row + DISTANCE; x < row + BLOCK; x++) {
      const step = data[x]! - data[x - DISTANCE]!;
      sum += step;
      squares += step * step;
    }
  }
  const count = BLOCK * (BLOCK - DISTANCE);
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}
