import type { OpenCv } from '../picture/opencv';
import { type Picture, resize, toGrey } from '../picture/picture';
import { findOutlines } from './card-outlines';
import { type Quad, quadArea, distance, aspectRatio, scaleQuad, sideLengths, maxSkewDegrees } from './quads';

const WORKING_SIZE = 512;
/** Width by height: an ID-1 card 1.586, a passport's page 1.42; perspective changes both. */
const MIN_RATIO = 1.2;
const MAX_RATIO = 2.1;
/** A smaller quad must have the shape of a card: it may be the portrait on the card, with a ratio of about 1.3. */
const SMALL_SHARE = 0.28;
const MIN_SMALL_RATIO = 1.38;
const MAX_SMALL_RATIO = 1.8;
const MAX_SKEW_DEGREES = 30;
const MIN_SUPPORT = 0.55;
/**
 * Cameras take 4:3, 3:2 or 16:9: a picture in the shape of a card is most likely the card itself, and a smaller quad
 * in it the portrait.
 */
const MIN_SHARE_IF_CARD_SHAPED = 0.35;

/** The corners of the card in the picture; null where the picture is the card itself or shows no card. */
export async function findCard(cv: OpenCv, picture: Picture): Promise<Quad | null> {
  const scale = Math.min(1, WORKING_SIZE / Math.max(picture.width, picture.height));
  const small = await resize(picture, Math.round(picture.width * scale), Math.round(picture.height * scale));
  const minShare = isCardShaped(picture) ? MIN_SHARE_IF_CARD_SHAPED : 0;
  const gradient = computeGradient(await toGrey(small));
  let best: { quad: Quad; score: number } | undefined;
  for (const quad of findOutlines(cv, small)) {
    if (quadArea(quad) < minShare * small.width * small.height) continue;
    const score = scoreOf(quad, small, gradient);
    if (score > (best?.score ?? 0)) best = { quad, score };
  }
  return best ? scaleQuad(best.quad, 1 / scale) : null;
}

function isCardShaped({ width, height }: Picture): boolean {
  const shape = Math.max(width, height) / Math.min(width, height);
  return Math.abs(shape - 1.586) < 0.04 || Math.abs(shape - 1.42) < 0.03;
}

function scoreOf(quad: Quad, picture: Picture, strength: Float32Array): number {
  const share = quadArea(quad) / (picture.width * picture.height);
  const shape = aspectRatio(quad);
  const skewDegrees = maxSkewDegrees(quad);
  if (share > 0.97 || shape < MIN_RATIO || shape > MAX_RATIO || skewDegrees > MAX_SKEW_DEGREES) return 0;
  if (share < SMALL_SHARE && (shape < MIN_SMALL_RATIO || shape > MAX_SMALL_RATIO)) return 0;
  const [top, right, bottom, left] = sideLengths(quad) as [number, number, number, number];
  if (Math.max(top / bottom, bottom / top, left / right, right / left) > 1.6) return 0;
  const support = quad.map((p, i) => sideSupport(p, quad[(i + 1) % 4]!, picture, strength));
  if (Math.min(...support) < MIN_SUPPORT) return 0;
  const mean = support.reduce((sum, s) => sum + s, 0) / 4;
  const shapeLikelihood = Math.exp(-(((shape - 1.53) / 0.35) ** 2));
  return share ** 0.75 * mean ** 3 * shapeLikelihood * (1 - skewDegrees / 90);
}

/** The share of points of a side that lie on an edge in the direction of the side. */
function sideSupport(
  from: { x: number; y: number },
  to: { x: number; y: number },
  picture: Picture,
  strength: Float32Array,
): number {
  const steps = 40;
  const length = distance(from, to) || 1;
  const nx = -(to.y - from.y) / length;
  const ny = (to.x - from.x) / length;
  let supported = 0;
  for (let i = 0; i < steps; i++) {
    const t = 0.06 + (0.88 * i) / (steps - 1);
    let strongest = 0;
    for (let off = -2; off <= 2; off++) {
      const x = Math.round(from.x + (to.x - from.x) * t + nx * off);
      const y = Math.round(from.y + (to.y - from.y) * t + ny * off);
      if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) continue;
      const at = (y * picture.width + x) * 2;
      strongest = Math.max(strongest, Math.abs(strength[at]! * nx + strength[at + 1]! * ny));
    }
    if (strongest > 1) supported++;
  }
  return supported / steps;
}

/** The gradient x and y of each pixel, in units of the 80th percentile of this picture. */
function computeGradient(grey: Picture): Float32Array {
  const { width, height, data } = grey;
  const out = new Float32Array(width * height * 2);
  const all = new Float32Array(Math.ceil((width * height) / 4));
  let count = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const gx = data[i + 1]! - data[i - 1]! + (data[i + 1 + width]! - data[i - 1 + width]!) / 2;
      const gy = data[i + width]! - data[i - width]! + (data[i + 1 + width]! - data[i + 1 - width]!) / 2;
      out[i * 2] = gx;
      out[i * 2 + 1] = gy;
      if ((x + y) % 4 === 0) all[count++] = Math.sqrt(gx * gx + gy * gy);
    }
  }
  const sorted = all.subarray(0, count).sort();
  const unit = Math.max(3, sorted[Math.floor(count * 0.8)] ?? 3);
  for (let i = 0; i < out.length; i++) out[i] = out[i]! / unit;
  return out;
}
