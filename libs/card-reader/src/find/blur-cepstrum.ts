import { SPECTRUM_WIDTH, TILE, type Spectrum, signed, transform } from '../picture/fourier';

/**
 * The cepstrum of a picture: the spectrum of the logarithm of its power spectrum, TILE rows of TILE values. A blur
 * leaves zeros in the spectrum at equal distances; each distance is one place in the cepstrum.
 */
export type Cepstrum = Float64Array;

/** Places closer to the centre are the picture's own contrast; places further away are its print. */
export const [MIN_PLACE, MAX_PLACE] = [3, 28];

const HALF = TILE / 2;
/** Frequencies per pixel: coarser ones are the layout of the card, finer ones noise. The axes are JPEG's. */
const [MIN_FREQUENCY, MAX_FREQUENCY, OFF_AXIS] = [0.03, 0.35, 1.5 / TILE];
/** Added to the power of each tile, so that a nearly empty one does not count as much as print. */
const FAINT = 50;

/** The cepstrum without the frequencies that a blur does not decide, scaled to a length of 1. */
export function cepstrumOf(spectra: Spectrum[]): Cepstrum {
  const logarithms = detrended(logarithmsOf(spectra));
  keepDecisive(logarithms);
  const imaginary = new Float64Array(TILE * TILE);
  transform(logarithms, imaginary);
  return scaled(logarithms);
}

const meanOf = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The logarithm of the mean power at each frequency. Each tile counts the same, whatever its contrast. */
function logarithmsOf(spectra: Spectrum[]): Float64Array {
  const weights = spectra.map((spectrum) => 1 / (meanOf(spectrum) + FAINT));
  const power = new Float64Array(TILE * TILE);
  for (let row = 0; row < TILE; row++)
    for (let column = 0; column < TILE; column++) {
      const mirrored = column > HALF;
      const from = (mirrored ? (TILE - row) % TILE : row) * SPECTRUM_WIDTH + (mirrored ? TILE - column : column);
      spectra.forEach((spectrum, i) => (power[row * TILE + column]! += spectrum[from]! * weights[i]!));
    }
  const floor = power.reduce((max, value) => Math.max(max, value), 0) * 1e-7;
  return power.map((value) => Math.log(value + floor));
}

/** Without what changes slowly from frequency to frequency. */
function detrended(logarithms: Float64Array): Float64Array {
  const imaginary = new Float64Array(TILE * TILE);
  transform(logarithms, imaginary);
  for (let row = 0; row < TILE; row++)
    for (let column = 0; column < TILE; column++) {
      const place = Math.hypot(signed(row), signed(column));
      if (place < MIN_PLACE || place > MAX_PLACE) logarithms[row * TILE + column] = 0;
    }
  // Both are symmetric: the transform is its own inverse, but for its scale.
  transform(logarithms, imaginary.fill(0));
  return logarithms;
}

function keepDecisive(logarithms: Float64Array): void {
  const decisive: number[] = [];
  for (let row = 0; row < TILE; row++)
    for (let column = 0; column < TILE; column++) {
      const at = row * TILE + column;
      if (isDecisive(signed(column) / TILE, signed(row) / TILE)) decisive.push(at);
      else logarithms[at] = 0;
    }
  const mean = decisive.reduce((sum, at) => sum + logarithms[at]!, 0) / decisive.length;
  for (const at of decisive) logarithms[at]! -= mean;
}

function isDecisive(x: number, y: number): boolean {
  const frequency = Math.hypot(x, y);
  return frequency > MIN_FREQUENCY && frequency < MAX_FREQUENCY && Math.abs(x) > OFF_AXIS && Math.abs(y) > OFF_AXIS;
}

function scaled(cepstrum: Cepstrum): Cepstrum {
  let sum = 0;
  for (let row = 0; row < TILE; row++)
    for (let column = 0; column < TILE; column++)
      if (Math.hypot(signed(row), signed(column)) < MAX_PLACE) sum += cepstrum[row * TILE + column]! ** 2;
  const length = Math.sqrt(sum) || 1;
  return cepstrum.map((value) => value / length);
}
