import { type Spectrum, TILE, signed } from '../picture/fourier';
import { type Cepstrum, MAX_PLACE, MIN_PLACE, cepstrumOf } from './blur-cepstrum';
import { type Blur, bessel, remainder } from './blur-spectra';
import { strengthOf } from './print-spectra';

/** Likeness to the cepstrum of a blur. Print without any, and bars of a barcode, come up to these. */
const MIN_MOTION_LIKENESS = 0.3;
const MIN_FOCUS_LIKENESS = 0.08;
/** Sharp print has fine waves in every direction. */
const MAX_STRENGTH_ALONG = 0.15;
const MAX_STRENGTH_BEYOND = 0.006;
const LENGTHS = steps(4, 20, 0.5);
const DIRECTIONS = steps(0, Math.PI - 0.001, Math.PI / 48);
const RADII = steps(2, 7, 0.25);
/** Lenses blur softer than a disk: a bell that is as wide has this share of its radius as deviation. */
const BELL_PER_RADIUS = 0.54;
/** A zero in a spectrum with noise is no zero. */
const NOISE = 0.01;
/** Along a ray two values for each pixel, over a ring one. */
const PLACES = steps(MIN_PLACE, MAX_PLACE, 0.5);
const RINGS = steps(MIN_PLACE, MAX_PLACE, 1);

/** The blurs that may be in a picture, by the zeros that they leave in its spectra. */
export function findBlurs(spectra: Spectrum[]): Blur[] {
  const cepstrum = cepstrumOf(spectra);
  const motion = mostLikelyMotion(cepstrum);
  const focus = mostLikelyFocus(cepstrum);
  const blurs: Blur[] = [];
  if (motion.likeness > MIN_MOTION_LIKENESS && strengthAlong(spectra, motion) < MAX_STRENGTH_ALONG)
    blurs.push({ kind: 'motion', length: motion.length, radians: motion.radians });
  if (focus.likeness > MIN_FOCUS_LIKENESS && strengthBeyond(spectra, focus) < MAX_STRENGTH_BEYOND)
    blurs.push({ kind: 'disk', radius: focus.radius }, { kind: 'bell', deviation: focus.radius * BELL_PER_RADIUS });
  return blurs;
}

/** Of the fine waves along a movement, for those across it. */
function strengthAlong(spectra: Spectrum[], { length, radians }: { length: number; radians: number }): number {
  const isFine = (along: number, across: number) =>
    Math.abs(along) > 0.8 / length && Math.abs(along) < 0.3 && Math.abs(across) < 0.06;
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)];
  return strengthOf(
    spectra,
    (x, y) => isFine(x * cosine + y * sine, y * cosine - x * sine),
    (x, y) => isFine(y * cosine - x * sine, x * cosine + y * sine),
  );
}

/** Of the waves that a lens out of focus does not leave, for those that it does. */
const strengthBeyond = (spectra: Spectrum[], { radius }: { radius: number }) =>
  strengthOf(
    spectra,
    (x, y) => Math.hypot(x, y) > 0.45 / radius && Math.hypot(x, y) < 0.35,
    (x, y) => Math.hypot(x, y) > 0.03 && Math.hypot(x, y) < 0.3 / radius,
  );

function mostLikelyMotion(cepstrum: Cepstrum) {
  const profiles = (motionProfiles ??= LENGTHS.map(motionProfile));
  let best = { likeness: 0, length: 0, radians: 0 };
  for (const radians of DIRECTIONS) {
    const ray = PLACES.map((place) => valueAt(cepstrum, place * Math.cos(radians), place * Math.sin(radians)));
    profiles.forEach((profile, i) => {
      const likeness = product(ray, profile);
      if (likeness > best.likeness) best = { likeness, length: LENGTHS[i]!, radians };
    });
  }
  return best;
}

function mostLikelyFocus(cepstrum: Cepstrum) {
  const profiles = (diskProfiles ??= RADII.map(diskProfile));
  const rings = ringMeans(cepstrum);
  let best = { likeness: 0, radius: 0 };
  profiles.forEach((profile, i) => {
    const likeness = product(rings, profile);
    if (likeness > best.likeness) best = { likeness, radius: RADII[i]! };
  });
  return best;
}

/** The cepstra of blurs, along a ray and over rings. Made when the first blurred picture comes. */
let motionProfiles: number[][] | undefined;
let diskProfiles: number[][] | undefined;

const motionProfile = (length: number) =>
  profileOf({ kind: 'motion', length, radians: 0 }, PLACES, (frequency, place) =>
    Math.cos(2 * Math.PI * frequency * place),
  );

const diskProfile = (radius: number) =>
  profileOf(
    { kind: 'disk', radius },
    RINGS,
    (frequency, place) => frequency * bessel(0, 2 * Math.PI * frequency * place),
  );

/** The cepstrum of a blur at these places: the sum of the waves of all frequencies, by the logarithm of what is left. */
function profileOf(blur: Blur, places: number[], wave: (frequency: number, place: number) => number): number[] {
  const frequencies = steps(0.0025, 0.4975, 0.005);
  const logarithms = frequencies.map((frequency) => Math.log(remainder(blur, frequency, 0) ** 2 + NOISE));
  const last = logarithms.at(-1)!;
  const values = places.map((place) =>
    frequencies.reduce((sum, frequency, i) => sum + (logarithms[i]! - last) * wave(frequency, place), 0),
  );
  const length = Math.sqrt(product(values, values));
  return values.map((value) => value / length);
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

function ringMeans(cepstrum: Cepstrum): number[] {
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

const product = (one: number[], other: number[]) => one.reduce((sum, value, i) => sum + value * other[i]!, 0);

function steps(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.floor((to - from) / step + 1e-9) + 1 }, (_, at) => from + at * step);
}
