import type { Response } from '../picture/filter-picture';
import type { Picture } from '../picture/picture';
import { type Blur, transferOf } from './blur';
import { findBlurs } from './find-blur';
import { between, powerRatio, printSpectra } from './print-spectra';

/** Noise-to-signal ratio of the Wiener filter. A lower one sharpens more and amplifies noise. */
const NOISE_TO_SIGNAL = 0.01;
/** Power ratio of the finest waves to those of print. That of a sharp picture is at most half of it. */
const MIN_GRAIN = 0.06;
/** In pixels: the grid of a screen and the grain of a sensor are finer than print. */
const SMOOTHING_SIGMAS = [1.2, 2];

/** Filters that may make the print of a grey picture more legible, the most likely first. */
export function findRestorations(grey: Picture): Response[] {
  const spectra = printSpectra(grey);
  if (spectra.length === 0) return [];
  const inverses = findBlurs(spectra).map(wienerFilter);
  const grain = powerRatio(spectra, between(0.2, 0.5), between(0.05, 0.15));
  return grain > MIN_GRAIN ? [...inverses, ...SMOOTHING_SIGMAS.map(lowPassFilter)] : inverses;
}

const wienerFilter =
  (blur: Blur): Response =>
  (x, y) => {
    const transfer = transferOf(blur, x, y);
    return (transfer * (1 + NOISE_TO_SIGNAL)) / (transfer * transfer + NOISE_TO_SIGNAL);
  };

const lowPassFilter =
  (sigma: number): Response =>
  (x, y) =>
    transferOf({ kind: 'gaussian', sigma }, x, y);
