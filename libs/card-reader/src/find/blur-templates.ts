import { TILE, distances } from '../picture/fourier';
import { type Blur, bessel, transferOf } from './blur';
import { type Cepstrum, MAX_LAG, MIN_LAG } from './blur-cepstrum';

/** Noise fills the zeros of a spectrum up to this share of the power. */
const NOISE = 0.01;
/** Along a ray two values for each pixel, over rings one. */
const RAY_LAGS = steps(MIN_LAG, MAX_LAG, 0.5);
const RING_LAGS = steps(MIN_LAG, MAX_LAG, 1);
const FREQUENCIES = steps(0.0025, 0.4975, 0.005);

/** The cepstrum of a motion blur, along the ray in its direction. */
export const motionTemplate = (length: number): number[] =>
  templateOf({ kind: 'motion', length, radians: 0 }, RAY_LAGS, (frequency, lag) =>
    Math.cos(2 * Math.PI * frequency * lag),
  );

/** The cepstrum of a disk, over the rings around lag 0. */
export const diskTemplate = (radius: number): number[] =>
  templateOf(
    { kind: 'disk', radius },
    RING_LAGS,
    (frequency, lag) => frequency * bessel(0, 2 * Math.PI * frequency * lag),
  );

/** The transform of the logarithm of a transfer function, normalized to a length of 1. */
function templateOf(blur: Blur, lags: number[], wave: (frequency: number, lag: number) => number): number[] {
  const logarithms = FREQUENCIES.map((frequency) => Math.log(transferOf(blur, frequency, 0) ** 2 + NOISE));
  // Without a step at the end, which would add waves of its own.
  const last = logarithms.at(-1)!;
  const values = lags.map((lag) =>
    FREQUENCIES.reduce((sum, frequency, i) => sum + (logarithms[i]! - last) * wave(frequency, lag), 0),
  );
  const length = Math.sqrt(dotProduct(values, values));
  return values.map((value) => value / length);
}

/** The values of a cepstrum in one direction from lag 0. */
export const rayOf = (cepstrum: Cepstrum, radians: number): number[] =>
  RAY_LAGS.map((lag) => interpolate(cepstrum, lag * Math.cos(radians), lag * Math.sin(radians)));

/** The mean values of a cepstrum over the rings around lag 0. */
export function ringsOf(cepstrum: Cepstrum): number[] {
  const [sums, counts] = [RING_LAGS.map(() => 0), RING_LAGS.map(() => 0)];
  cepstrum.forEach((value, at) => {
    const ring = Math.round(distances[at]!) - MIN_LAG;
    if (ring < 0 || ring >= RING_LAGS.length) return;
    sums[ring]! += value;
    counts[ring]!++;
  });
  return sums.map((sum, ring) => sum / counts[ring]!);
}

/** Bilinear. */
function interpolate(cepstrum: Cepstrum, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (column: number, row: number) => cepstrum[((row + TILE) % TILE) * TILE + ((column + TILE) % TILE)]!;
  const [toRight, toBottom] = [x - left, y - top];
  const above = at(left, top) * (1 - toRight) + at(left + 1, top) * toRight;
  const below = at(left, top + 1) * (1 - toRight) + at(left + 1, top + 1) * toRight;
  return above * (1 - toBottom) + below * toBottom;
}

export const dotProduct = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

export function steps(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.floor((to - from) / step + 1e-9) + 1 }, (_, at) => from + at * step);
}
