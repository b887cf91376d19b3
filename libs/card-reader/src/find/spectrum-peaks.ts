import { type Spectrum, SPECTRUM_WIDTH, TILE } from '../picture/fourier';

/** A wave in a tile. Frequencies are per pixel; y grows downwards. */
export interface Peak {
  x: number;
  y: number;
  amplitude: number;
}

const MAX_PEAKS = 6;
/** In frequencies of the tile. Coarser waves are print. */
const MIN_FREQUENCY = 10;
/** The blocks of JPEG, the rows of a sensor and a scaled picture repeat along the edges of the picture. */
const MIN_OFF_AXIS = 2;
/** A wave has at least this many times the power of the frequencies around it. */
const MIN_PROMINENCE = 30;
/** Of the mean power of the block of frequencies that a wave is in: the wave itself is a part of it. */
const MIN_BLOCK_PROMINENCE = 8;
const BLOCK = 8;
/** The surroundings of a peak, without the peak itself, which a window makes wide. */
const [INNER, OUTER] = [4, 6];
const HALF = TILE / 2;

/** The strongest waves of a tile that stand out from its print and noise. */
export function findPeaks(spectrum: Spectrum): Peak[] {
  const typical = blockMeans(spectrum);
  const peaks: Peak[] = [];
  for (let y = MIN_OFF_AXIS - HALF; y <= HALF - MIN_OFF_AXIS; y++)
    for (let x = MIN_OFF_AXIS; x <= HALF - MIN_OFF_AXIS; x++) {
      const row = (y + TILE) % TILE;
      const power = spectrum[row * SPECTRUM_WIDTH + x]!;
      // Nearly all frequencies are dismissed here, at little cost.
      if (power < MIN_BLOCK_PROMINENCE * typical[blockOf(x, row)]! || Math.abs(y) < MIN_OFF_AXIS) continue;
      if (x * x + y * y < MIN_FREQUENCY ** 2 || !isLocalMaximum(spectrum, x, y)) continue;
      if (power < MIN_PROMINENCE * meanAround(spectrum, x, y)) continue;
      peaks.push({ ...centreOf(spectrum, x, y), amplitude: Math.sqrt(power) });
    }
  return peaks.sort((a, b) => b.amplitude - a.amplitude).slice(0, MAX_PEAKS);
}

const blockOf = (x: number, row: number) => Math.floor(row / BLOCK) * (TILE / BLOCK) + Math.floor(x / BLOCK);

/** The mean power of each square of frequencies. */
function blockMeans(spectrum: Spectrum): Float32Array {
  const means = new Float32Array((TILE / BLOCK) ** 2);
  for (let row = 0; row < TILE; row++)
    for (let x = 0; x < HALF; x++) means[blockOf(x, row)]! += spectrum[row * SPECTRUM_WIDTH + x]! / BLOCK ** 2;
  return means;
}

const powerAt = (spectrum: Spectrum, x: number, y: number) => spectrum[((y + TILE) % TILE) * SPECTRUM_WIDTH + x]!;

function isLocalMaximum(spectrum: Spectrum, x: number, y: number): boolean {
  const power = powerAt(spectrum, x, y);
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++) if (powerAt(spectrum, x + dx, y + dy) > power) return false;
  return true;
}

/** Without the axes, which may be strong for other reasons. */
function meanAround(spectrum: Spectrum, x: number, y: number): number {
  let [sum, count] = [0, 0];
  for (let dy = -OUTER; dy <= OUTER; dy++)
    for (let dx = -OUTER; dx <= OUTER; dx++) {
      if (Math.max(Math.abs(dx), Math.abs(dy)) < INNER) continue;
      const [nearX, nearY] = [x + dx, y + dy];
      if (nearX < MIN_OFF_AXIS || nearX > HALF || Math.abs(nearY) < MIN_OFF_AXIS || Math.abs(nearY) > HALF) continue;
      sum += powerAt(spectrum, nearX, nearY);
      count++;
    }
  return sum / count;
}

/** Between the frequencies of the tile, by the weight of the neighbours. */
function centreOf(spectrum: Spectrum, x: number, y: number): { x: number; y: number } {
  const offset = (before: number, at: number, after: number) => (0.75 * (after - before)) / (before + at + after);
  const at = powerAt(spectrum, x, y);
  const [left, right] = [powerAt(spectrum, x - 1, y), powerAt(spectrum, x + 1, y)];
  const [above, below] = [powerAt(spectrum, x, y - 1), powerAt(spectrum, x, y + 1)];
  return { x: (x + offset(left, at, right)) / TILE, y: (y + offset(above, at, below)) / TILE };
}
