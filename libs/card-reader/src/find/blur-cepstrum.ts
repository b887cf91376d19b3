import { SPECTRUM_WIDTH, TILE, type Spectrum, distances, signed, transform } from '../picture/fourier';

/**
 * The spectrum of the logarithm of a power spectrum, TILE rows of TILE lags. A blur leaves zeros in the spectrum at
 * equal distances; each distance is one lag.
 */
export type Cepstrum = Float64Array;

/** In pixels: shorter lags are the contrast of the picture, longer ones its print. */
export const [MIN_LAG, MAX_LAG] = [3, 28];

const HALF = TILE / 2;
/** Cycles per pixel: lower frequencies are the layout of the card, higher ones noise. JPEG blocks are on the axes. */
const [MIN_FREQUENCY, MAX_FREQUENCY, MIN_OFF_AXIS] = [0.03, 0.35, 1.5 / TILE];
/** Added to the power of each tile, so that a nearly empty tile has less weight than print. */
const WEIGHT_OFFSET = 50;

/** The mean cepstrum of the tiles in the frequencies that show a blur, normalized to a length of 1. */
export function cepstrumOf(spectra: Spectrum[]): Cepstrum {
  const cepstrum = bandOf(detrended(meanLogarithms(spectra)));
  transform(cepstrum, new Float64Array(TILE * TILE));
  return normalized(cepstrum);
}

const meanOf = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The logarithm of the mean power at each frequency. Each tile counts the same, whatever its contrast. */
function meanLogarithms(spectra: Spectrum[]): Float64Array {
  const weights = spectra.map((spectrum) => 1 / (meanOf(spectrum) + WEIGHT_OFFSET));
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

/** Removes all lags outside the range. */
function detrended(logarithms: Float64Array): Float64Array {
  const imaginary = new Float64Array(TILE * TILE);
  transform(logarithms, imaginary);
  const lags = logarithms.map((value, at) => (distances[at]! < MIN_LAG || distances[at]! > MAX_LAG ? 0 : value));
  // The values are symmetric: the transform is its own inverse, except for the scale.
  transform(lags, imaginary.fill(0));
  return lags;
}

/** The places of the frequencies in the band. */
const band = Array.from(distances.keys()).filter((at) => {
  const frequency = distances[at]! / TILE;
  const offAxis = Math.min(Math.abs(signed(at % TILE)), Math.abs(signed(Math.floor(at / TILE)))) / TILE;
  return frequency > MIN_FREQUENCY && frequency < MAX_FREQUENCY && offAxis > MIN_OFF_AXIS;
});

/** The values in the band without their mean; 0 everywhere else. */
function bandOf(logarithms: Float64Array): Float64Array {
  const mean = band.reduce((sum, at) => sum + logarithms[at]!, 0) / band.length;
  const values = new Float64Array(TILE * TILE);
  for (const at of band) values[at] = logarithms[at]! - mean;
  return values;
}

function normalized(cepstrum: Cepstrum): Cepstrum {
  const power = cepstrum.reduce((sum, value, at) => (distances[at]! < MAX_LAG ? sum + value ** 2 : sum), 0);
  const length = Math.sqrt(power) || 1;
  return cepstrum.map((value) => value / length);
}
