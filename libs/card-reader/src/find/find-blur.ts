import type { Spectrum } from '../picture/fourier';
import type { Blur } from './blur';
import { type Cepstrum, cepstrumOf } from './blur-cepstrum';
import { diskTemplate, dotProduct, motionTemplate, rayOf, ringsOf, steps } from './blur-templates';
import { between, powerRatio } from './print-spectra';

/** Correlation with a template. Sharp print and the bars of a barcode reach these. */
const MIN_MOTION_CORRELATION = 0.3;
const MIN_DISK_CORRELATION = 0.08;
/** Power ratios of fine waves: sharp print has them in every direction. */
const MAX_ALONG_TO_ACROSS = 0.15;
const MAX_BEYOND_TO_WITHIN = 0.006;
const LENGTHS = steps(4, 20, 0.5);
const DIRECTIONS = steps(0, Math.PI - 0.001, Math.PI / 48);
const RADII = steps(2, 7, 0.25);
/** Print with less defocus is legible: by the radius, or the power ratio of its finer waves. */
const MIN_RADIUS = 3.25;
const MAX_FINE_TO_COARSE = 0.1;
/** A Gaussian of the same width as a disk has this share of its radius as sigma. */
const SIGMA_PER_RADIUS = 0.54;
/** Of the transfer function of a disk, in cycles per radius: its first zero and the side lobe behind it. */
const [ZERO, SIDE_LOBE, RING_WIDTH] = [0.61, 0.8, 0.06];
/** Noise fills most of the zero. */
const MIN_LOBE_TO_ZERO = 0.6;

/** The blurs that a picture may have, by the zeros that they leave in its spectra. */
export function findBlurs(spectra: Spectrum[]): Blur[] {
  const cepstrum = cepstrumOf(spectra);
  return [...findMotion(spectra, cepstrum), ...findDefocus(spectra, cepstrum)];
}

function findMotion(spectra: Spectrum[], cepstrum: Cepstrum): Blur[] {
  const { correlation, length, radians } = matchMotion(cepstrum);
  if (correlation <= MIN_MOTION_CORRELATION) return [];
  const isFine = (along: number, across: number) =>
    Math.abs(along) > 0.8 / length && Math.abs(along) < 0.3 && Math.abs(across) < 0.06;
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)];
  const alongToAcross = powerRatio(
    spectra,
    (x, y) => isFine(x * cosine + y * sine, y * cosine - x * sine),
    (x, y) => isFine(y * cosine - x * sine, x * cosine + y * sine),
  );
  return alongToAcross < MAX_ALONG_TO_ACROSS ? [{ kind: 'motion', length, radians }] : [];
}

/** The likelier shape first: only the spectrum of a disk rises again behind its zero. */
function findDefocus(spectra: Spectrum[], cepstrum: Cepstrum): Blur[] {
  const { correlation, radius } = matchDisk(cepstrum);
  if (correlation <= MIN_DISK_CORRELATION) return [];
  const isStrong =
    radius >= MIN_RADIUS || powerRatio(spectra, between(0.1, 0.15), between(0.05, 0.1)) < MAX_FINE_TO_COARSE;
  const beyondToWithin = powerRatio(spectra, between(0.45 / radius, 0.35), between(0.03, 0.3 / radius));
  if (!isStrong || !(beyondToWithin < MAX_BEYOND_TO_WITHIN)) return [];
  const ring = (cycles: number) => between((cycles - RING_WIDTH) / radius, (cycles + RING_WIDTH) / radius);
  const disk: Blur = { kind: 'disk', radius };
  const gaussian: Blur = { kind: 'gaussian', sigma: radius * SIGMA_PER_RADIUS };
  return powerRatio(spectra, ring(SIDE_LOBE), ring(ZERO)) > MIN_LOBE_TO_ZERO ? [disk, gaussian] : [gaussian, disk];
}

/** Created for the first illegible picture. */
let motionTemplates: number[][] | undefined;
let diskTemplates: number[][] | undefined;

function matchMotion(cepstrum: Cepstrum) {
  const templates = (motionTemplates ??= LENGTHS.map(motionTemplate));
  let best = { correlation: 0, length: 0, radians: 0 };
  for (const radians of DIRECTIONS) {
    const ray = rayOf(cepstrum, radians);
    templates.forEach((template, i) => {
      const correlation = dotProduct(ray, template);
      if (correlation > best.correlation) best = { correlation, length: LENGTHS[i]!, radians };
    });
  }
  return best;
}

function matchDisk(cepstrum: Cepstrum) {
  const templates = (diskTemplates ??= RADII.map(diskTemplate));
  const rings = ringsOf(cepstrum);
  let best = { correlation: 0, radius: 0 };
  templates.forEach((template, i) => {
    const correlation = dotProduct(rings, template);
    if (correlation > best.correlation) best = { correlation, radius: RADII[i]! };
  });
  return best;
}
