import type { Response } from '../picture/filter-picture';
import type { Picture } from '../picture/picture';
import { type Blur, remainder } from './blur-spectra';
import { findBlurs } from './find-blur';
import { between, printSpectra, strengthOf } from './print-spectra';

/** Wiener's constant: the power of noise for that of print. A smaller one sharpens more, and makes more noise. */
const NOISE = 0.01;
/** The strength of the finest waves for those of print: that of a sharp picture is half of it. */
const MIN_GRAIN = 0.06;
/** Deviations of a bell, in pixels: the grid of a screen and the grain of a sensor are finer than print. */
const SMOOTHINGS = [1.2, 2];

/** What may make the print of a grey picture more legible, the most likely first. Reading tells whether it does. */
export function findRemedies(grey: Picture): Response[] {
  const spectra = printSpectra(grey);
  if (spectra.length === 0) return [];
  const sharpenings = findBlurs(spectra).map(withoutBlur);
  const grain = strengthOf(spectra, between(0.2, 0.5), between(0.05, 0.15));
  return grain > MIN_GRAIN ? [...sharpenings, ...SMOOTHINGS.map(smoothed)] : sharpenings;
}

const withoutBlur =
  (blur: Blur): Response =>
  (x, y) => {
    const left = remainder(blur, x, y);
    return (left * (1 + NOISE)) / (left * left + NOISE);
  };

const smoothed =
  (deviation: number): Response =>
  (x, y) =>
    remainder({ kind: 'bell', deviation }, x, y);
