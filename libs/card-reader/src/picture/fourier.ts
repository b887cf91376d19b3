/** The side of a tile in pixels. A power of two. */
export const TILE = 128;
const HALF = TILE / 2;

/** Grey values of a tile, row by row. */
export type Tile = Float32Array;

/**
 * The power of each frequency in a tile: rows of HALF + 1 values for 0 to 0.5 per pixel across; the rows are 0 to 0.5,
 * then -0.5 to 0 per pixel downwards.
 */
export type Spectrum = Float32Array;
export const SPECTRUM_WIDTH = HALF + 1;

/** The frequency, or lag, of a row or column of a transform: from 0 to HALF - 1, then from -HALF to -1. */
export const signed = (at: number) => (at < HALF ? at : at - TILE);
/** The distance of each value of a transform from that of frequency, or lag, 0. */
export const distances = Float64Array.from({ length: TILE * TILE }, (_, at) =>
  Math.hypot(signed(at % TILE), signed(Math.floor(at / TILE))),
);

const reversed = Uint8Array.from({ length: TILE }, (_, at) => {
  let to = 0;
  for (let bit = 1; bit < TILE; bit *= 2) to = to * 2 + (at & bit ? 1 : 0);
  return to;
});
const cosines = Float64Array.from({ length: HALF }, (_, at) => Math.cos((2 * Math.PI * at) / TILE));
const sines = Float64Array.from({ length: HALF }, (_, at) => -Math.sin((2 * Math.PI * at) / TILE));
/** Hann: without a window the edges of a tile would be a cross through its spectrum. */
const bell = Float64Array.from({ length: TILE }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / TILE));

/** The spectra of two tiles, by one transform: the tiles are the real and the imaginary part. */
export function powerSpectra(one: Tile, other: Tile): [Spectrum, Spectrum] {
  const [real, imaginary] = [windowed(one), windowed(other)];
  transform(real, imaginary);
  const spectra: [Spectrum, Spectrum] = [
    new Float32Array(TILE * SPECTRUM_WIDTH),
    new Float32Array(TILE * SPECTRUM_WIDTH),
  ];
  for (let row = 0; row < TILE; row++)
    for (let column = 0; column <= HALF; column++) {
      const at = row * TILE + column;
      const mirrored = ((TILE - row) % TILE) * TILE + ((TILE - column) % TILE);
      const [sum, difference] = [real[at]! + real[mirrored]!, real[at]! - real[mirrored]!];
      const [crossSum, crossDifference] = [
        imaginary[at]! + imaginary[mirrored]!,
        imaginary[at]! - imaginary[mirrored]!,
      ];
      const to = row * SPECTRUM_WIDTH + column;
      spectra[0][to] = (sum * sum + crossDifference * crossDifference) / 4;
      spectra[1][to] = (crossSum * crossSum + difference * difference) / 4;
    }
  return spectra;
}

/** The Fourier transform of a tile, in place. */
export function transform(real: Float64Array, imaginary: Float64Array): void {
  const line = { real: new Float64Array(TILE), imaginary: new Float64Array(TILE) };
  for (let at = 0; at < TILE; at++) transformLine(real, imaginary, at * TILE, 1, line);
  for (let at = 0; at < TILE; at++) transformLine(real, imaginary, at, TILE, line);
}

function windowed(tile: Tile): Float64Array {
  let sum = 0;
  for (let at = 0; at < tile.length; at++) sum += tile[at]!;
  const mean = sum / tile.length;
  const values = new Float64Array(tile.length);
  for (let row = 0; row < TILE; row++)
    for (let column = 0; column < TILE; column++) {
      const at = row * TILE + column;
      values[at] = (tile[at]! - mean) * bell[row]! * bell[column]!;
    }
  return values;
}

type Line = { real: Float64Array; imaginary: Float64Array };

/** The fast Fourier transform of a row or a column, in place. */
function transformLine(real: Float64Array, imaginary: Float64Array, first: number, step: number, line: Line): void {
  for (let at = 0; at < TILE; at++) {
    line.real[reversed[at]!] = real[first + at * step]!;
    line.imaginary[reversed[at]!] = imaginary[first + at * step]!;
  }
  for (let size = 1; size < TILE; size *= 2) combine(line, size);
  for (let at = 0; at < TILE; at++) {
    real[first + at * step] = line.real[at]!;
    imaginary[first + at * step] = line.imaginary[at]!;
  }
}

/** Makes transforms of twice the size from pairs of transforms. */
function combine({ real, imaginary }: Line, size: number): void {
  const stride = HALF / size;
  for (let start = 0; start < TILE; start += 2 * size)
    for (let k = 0; k < size; k++) {
      const one = start + k;
      const other = one + size;
      const cosine = cosines[k * stride]!;
      const sine = sines[k * stride]!;
      const re = real[other]! * cosine - imaginary[other]! * sine;
      const im = real[other]! * sine + imaginary[other]! * cosine;
      real[other] = real[one]! - re;
      imaginary[other] = imaginary[one]! - im;
      real[one]! += re;
      imaginary[one]! += im;
    }
}
