import { TILE, signed } from '../picture/fourier';
import { type Cepstrum, MAX_PLACE, MIN_PLACE } from './blur-cepstrum';
import { type Blur, bessel, remainder } from './blur-spectra';

/** A zero in a spectrum with noise is no zero. */
const NOISE = 0.01;
/** Along a ray two values for each pixel, over rings one. */
const PLACES = steps(MIN_PLACE, MAX_PLACE, 0.5);
const RINGS = steps(MIN_PLACE, MAX_PLACE, 1);
const FREQUENCIES = steps(0.0025, 0.4975, 0.005);

/** The cepstrum of a movement, along the ray in its direction. */
export const motionProfile = (length: number): number[] =>
  profileOf({ kind: 'motion', length, radians: 0 }, PLACES, (frequency, place) =>
    Math.cos(2 * Math.PI * frequency * place),
  );

/** The cepstrum of a disk, over the rings around its centre. */
export const diskProfile = (radius: number): number[] =>
  profileOf(
    { kind: 'disk', radius },
    RINGS,
    (frequency, place) => frequency * bessel(0, 2 * Math.PI * frequency * place),
  );

/** The waves of all frequencies, by the logarithm of what a blur leaves of them, added at these places. */
function profileOf(blur: Blur, places: number[], wave: (frequency: number, place: number) => number): number[] {
  const logarithms = FREQUENCIES.map((frequency) => Math.log(remainder(blur, frequency, 0) ** 2 + NOISE));
  // A step at the end would be waves of its own.
  const last = logarithms.at(-1)!;
  const values = places.map((place) =>
    FREQUENCIES.reduce((sum, frequency, i) => sum + (logarithms[i]! - last) * wave(frequency, place), 0),
  );
  const length = Math.sqrt(product(values, values));
  return values.map((value) => value / length);
}

/** The values of a cepstrum in one direction from its centre. */
export const rayOf = (cepstrum: Cepstrum, radians: number): number[] =>
  PLACES.map((place) => valueAt(cepstrum, place * Math.cos(radians), place * Math.sin(radians)));

/** The mean values of a cepstrum over the rings around its centre. */
export function ringsOf(cepstrum: Cepstrum): number[] {
  const [sums, counts] = [RINGS.map(() => 0), RINGS.map(() => 0)];
  for (let row = 0; row < TILE; row++)
    for (let column = 0; column < TILE; column++) {
      const ring = Math.round(Math.hypot(signed(row), signed(column))) - MIN_PLACE;
      if (ring < 0 || ring >= RINGS.length) continue;
      sums[ring]! += cepstrum[row * TILE + column]!;
      counts[ring]!++;
    }
  return sums.map((sum, ring) => sum / counts[ring]!);
}

/** Between four places, by their distance. */
function valueAt(cepstrum: Cepstrum, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (column: number, row: number) => cepstrum[((row + TILE) % TILE) * TILE + ((column + TILE) % TILE)]!;
  const [toRight, toBottom] = [x - left, y - top];
  const above = at(left, top) * (1 - toRight) + at(left + 1, top) * toRight;
  const below = at(left, top + 1) * (1 - toRight) + at(left + 1, top + 1) * toRight;
  return above * (1 - toBottom) + below * toBottom;
}

export const product = (one: number[], other: number[]) => one.reduce((sum, value, i) => sum + value * other[i]!, 0);

export function steps(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.floor((to - from) / step + 1e-9) + 1 }, (_, at) => from + at * step);
}
