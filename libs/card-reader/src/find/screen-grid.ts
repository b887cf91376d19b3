import { TILE } from '../picture/fourier';
import { projectInto } from './perspective';
import { type Quad, distance } from './quads';
import type { Peak } from './spectrum-peaks';

/** A wave as it is on the card: cycles per width of the card, along its long sides and along its short ones. */
export interface Wave {
  along: number;
  across: number;
  amplitude: number;
}

/** Shown with fewer pixels a card cannot be read. Cloth, and the blocks of a picture that was rotated, are coarser. */
const MIN_CYCLES = 400;
/** The share of the tiles that have the stronger and the weaker wave of the grid. Print is not everywhere. */
const MIN_SHARE = 0.75;
const MIN_WEAKER_SHARE = 0.5;
/** A screen shows the card upright. The dots of print are at other angles, the strongest ones at 45 and 15. */
const MAX_DEGREES = 12;
const MAX_WEAKER_DEGREES = 20;
/** The pixels of a screen are squares. Moiré and perspective change that. */
const MAX_RATIO = 1.7;

/** The waves of a tile around a place of the card, whatever the perspective there. */
export function wavesOnCard(peaks: Peak[], { u, v }: { u: number; v: number }, quad: Quad): Wave[] {
  const step = 0.001;
  const project = projectInto(quad);
  const [here, right, below] = [project(u, v), project(u + step, v), project(u, v + step)];
  const { width, height } = sizeOf(quad);
  return peaks.map(({ x, y, amplitude }) => ({
    along: ((right.x - here.x) * x + (right.y - here.y) * y) / step,
    across: ((((below.x - here.x) * x + (below.y - here.y) * y) / step) * width) / height,
    amplitude,
  }));
}

/** Whether most tiles have the two waves of the same grid, which lies as the card does. */
export function isScreenGrid(tiles: Wave[][], quad: Quad): boolean {
  const blur = (1.2 * sizeOf(quad).width) / TILE;
  const fine = tiles.map((waves) => waves.filter((wave) => cyclesOf(wave) >= MIN_CYCLES));
  const shared = fine.flat().map((wave) => ({ wave, ...support(wave, fine, blur) }));
  const everywhere = shared.filter(({ share }) => share >= MIN_SHARE);
  const strongest = everywhere.sort((a, b) => b.amplitude - a.amplitude)[0]?.wave;
  if (!strongest || degreesOffAxis(strongest) > MAX_DEGREES) return false;
  return shared.some(({ wave, share }) => share >= MIN_WEAKER_SHARE && isOtherDirection(wave, strongest));
}

/** The tiles that have the same wave, and its mean amplitude over all tiles. */
function support(wave: Wave, tiles: Wave[][], blur: number): { share: number; amplitude: number } {
  const limit = blur + 0.02 * cyclesOf(wave);
  const same = tiles.flatMap((waves) => waves.find((other) => isNear(wave, other, limit)) ?? []);
  const amplitude = same.reduce((sum, other) => sum + other.amplitude, 0) / tiles.length;
  return { share: same.length / tiles.length, amplitude };
}

const cyclesOf = ({ along, across }: Wave) => Math.hypot(along, across);
/** A wave has no direction: its negative is the same. */
const isNear = (a: Wave, b: Wave, limit: number) =>
  Math.hypot(a.along - b.along, a.across - b.across) < limit ||
  Math.hypot(a.along + b.along, a.across + b.across) < limit;

function degreesOffAxis({ along, across }: Wave): number {
  const [longer, shorter] = [Math.abs(along), Math.abs(across)].sort((a, b) => b - a);
  return (Math.atan2(shorter!, longer!) * 180) / Math.PI;
}

function isOtherDirection(wave: Wave, strongest: Wave): boolean {
  const isAlong = (one: Wave) => Math.abs(one.along) > Math.abs(one.across);
  const ratio = cyclesOf(wave) / cyclesOf(strongest);
  if (isAlong(wave) === isAlong(strongest) || Math.max(ratio, 1 / ratio) > MAX_RATIO) return false;
  return degreesOffAxis(wave) <= MAX_WEAKER_DEGREES;
}

function sizeOf([a, b, c, d]: Quad): { width: number; height: number } {
  return { width: (distance(a, b) + distance(d, c)) / 2, height: (distance(a, d) + distance(b, c)) / 2 };
}
