import type { Spectrum } from '../picture/fourier';
import { type Cepstrum, cepstrumOf } from './blur-cepstrum';
import { diskProfile, motionProfile, product, rayOf, ringsOf, steps } from './blur-profiles';
import type { Blur } from './blur-spectra';
import { between, strengthOf } from './print-spectra';

/** Likeness to the cepstrum of a blur. Print without any, and bars of a barcode, come up to these. */
const MIN_MOTION_LIKENESS = 0.3;
const MIN_FOCUS_LIKENESS = 0.08;
/** Sharp print has fine waves in every direction. */
const MAX_STRENGTH_ALONG = 0.15;
const MAX_STRENGTH_BEYOND = 0.006;
const LENGTHS = steps(4, 20, 0.5);
const DIRECTIONS = steps(0, Math.PI - 0.001, Math.PI / 48);
const RADII = steps(2, 7, 0.25);
/** Print that is less blurred can still be read: by the radius, or the strength of its finer waves. */
const MIN_RADIUS = 3.25;
const MAX_SOFT = 0.1;
/** Lenses blur softer than a disk: a bell that is as wide has this share of its radius as deviation. */
const BELL_PER_RADIUS = 0.54;
/** Of the spectrum of a disk, in waves per radius. */
const [AT_ZERO, BEHIND_ZERO, RING_WIDTH] = [0.61, 0.8, 0.06];
/** Noise hides most of the rise. */
const MIN_RISE = 0.6;

/** The blurs that may be in a picture, by the zeros that they leave in its spectra. */
export function findBlurs(spectra: Spectrum[]): Blur[] {
  const cepstrum = cepstrumOf(spectra);
  const motion = mostLikelyMotion(cepstrum);
  const focus = mostLikelyFocus(cepstrum);
  const blurs: Blur[] = [];
  if (motion.likeness > MIN_MOTION_LIKENESS && strengthAlong(spectra, motion) < MAX_STRENGTH_ALONG)
    blurs.push({ kind: 'motion', length: motion.length, radians: motion.radians });
  const isSoft = focus.radius >= MIN_RADIUS || strengthOf(spectra, between(0.1, 0.15), between(0.05, 0.1)) < MAX_SOFT;
  if (isSoft && focus.likeness > MIN_FOCUS_LIKENESS && strengthBeyond(spectra, focus) < MAX_STRENGTH_BEYOND)
    blurs.push(...focusBlurs(spectra, focus.radius));
  return blurs;
}

/** The likelier form of two first: behind the zero of a disk its spectrum rises again, and that of a bell does not. */
function focusBlurs(spectra: Spectrum[], radius: number): Blur[] {
  const ring = (turns: number) => between((turns - RING_WIDTH) / radius, (turns + RING_WIDTH) / radius);
  const disk: Blur = { kind: 'disk', radius };
  const bell: Blur = { kind: 'bell', deviation: radius * BELL_PER_RADIUS };
  return strengthOf(spectra, ring(BEHIND_ZERO), ring(AT_ZERO)) > MIN_RISE ? [disk, bell] : [bell, disk];
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
  strengthOf(spectra, between(0.45 / radius, 0.35), between(0.03, 0.3 / radius));

/** Made when the first blurred picture comes. */
let motionProfiles: number[][] | undefined;
let diskProfiles: number[][] | undefined;

function mostLikelyMotion(cepstrum: Cepstrum) {
  const profiles = (motionProfiles ??= LENGTHS.map(motionProfile));
  let best = { likeness: 0, length: 0, radians: 0 };
  for (const radians of DIRECTIONS) {
    const ray = rayOf(cepstrum, radians);
    profiles.forEach((profile, i) => {
      const likeness = product(ray, profile);
      if (likeness > best.likeness) best = { likeness, length: LENGTHS[i]!, radians };
    });
  }
  return best;
}

function mostLikelyFocus(cepstrum: Cepstrum) {
  const profiles = (diskProfiles ??= RADII.map(diskProfile));
  const rings = ringsOf(cepstrum);
  let best = { likeness: 0, radius: 0 };
  profiles.forEach((profile, i) => {
    const likeness = product(rings, profile);
    if (likeness > best.likeness) best = { likeness, radius: RADII[i]! };
  });
  return best;
}
