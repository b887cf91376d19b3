import { cardOutlines } from './card-outlines';
import { type Picture, resized, toGrey } from './picture';
import { type Quad, area, distance, ratio, scaled, sides, skew } from './quads';
import type { Vision } from './vision';

const WORKING_SIDE = 512;
/** ID-1 is 1.586 wide for 1 high, a passport's page 1.42; perspective bends both. */
const RATIO_FROM = 1.2;
const RATIO_TO = 2.1;
/** What covers less of the picture must be shaped like a card: a portrait on a card is about 1.3. */
const SMALL_SHARE = 0.28;
const SMALL_RATIO_FROM = 1.38;
const SMALL_RATIO_TO = 1.8;
const LARGEST_SKEW = 30;
const LEAST_SUPPORT = 0.55;
/** Cameras take 4:3, 3:2 or 16:9; a picture with a card's own shape is most likely the card, and what is in it its portrait. */
const CARD_SHAPED_SHARE = 0.35;

/** The corners of the card in the picture, or null where the picture is the card or shows none. */
export async function findCard(cv: Vision, picture: Picture): Promise<Quad | null> {
  const scale = Math.min(1, WORKING_SIDE / Math.max(picture.width, picture.height));
  const small = await resized(picture, Math.round(picture.width * scale), Math.round(picture.height * scale));
  const leastShare = isCardShaped(picture) ? CARD_SHAPED_SHARE : 0;
  const strength = edgeStrength(await toGrey(small));
  let best: { quad: Quad; score: number } | undefined;
  for (const quad of cardOutlines(cv, small)) {
    if (area(quad) < leastShare * small.width * small.height) continue;
    const score = scoreOf(quad, small, strength);
    if (score > (best?.score ?? 0)) best = { quad, score };
  }
  return best ? scaled(best.quad, 1 / scale) : null;
}

function isCardShaped({ width, height }: Picture): boolean {
  const shape = Math.max(width, height) / Math.min(width, height);
  return Math.abs(shape - 1.586) < 0.04 || Math.abs(shape - 1.42) < 0.03;
}

function scoreOf(quad: Quad, picture: Picture, strength: Float32Array): number {
  const share = area(quad) / (picture.width * picture.height);
  const shape = ratio(quad);
  const bent = skew(quad);
  if (share > 0.97 || shape < RATIO_FROM || shape > RATIO_TO || bent > LARGEST_SKEW) return 0;
  if (share < SMALL_SHARE && (shape < SMALL_RATIO_FROM || shape > SMALL_RATIO_TO)) return 0;
  const [top, right, bottom, left] = sides(quad) as [number, number, number, number];
  if (Math.max(top / bottom, bottom / top, left / right, right / left) > 1.6) return 0;
  const support = quad.map((p, i) => sideSupport(p, quad[(i + 1) % 4]!, picture, strength));
  if (Math.min(...support) < LEAST_SUPPORT) return 0;
  const mean = support.reduce((sum, s) => sum + s, 0) / 4;
  const likely = Math.exp(-(((shape - 1.53) / 0.35) ** 2));
  return share ** 0.75 * mean ** 3 * likely * (1 - bent / 90);
}

/** The share of a side's points that lie upon an edge running the way of the side. */
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
  let held = 0;
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
    if (strongest > 1) held++;
  }
  return held / steps;
}

/** Gradient x and y per pixel, in units of what counts as an edge in this picture. */
function edgeStrength(grey: Picture): Float32Array {
  const { width, height, data } = grey;
  const out = new Float32Array(width * height * 2);
  const all: number[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const gx = data[i + 1]! - data[i - 1]! + (data[i + 1 + width]! - data[i - 1 + width]!) / 2;
      const gy = data[i + width]! - data[i - width]! + (data[i + 1 + width]! - data[i + 1 - width]!) / 2;
      out[i * 2] = gx;
      out[i * 2 + 1] = gy;
      if ((x + y) % 4 === 0) all.push(Math.hypot(gx, gy));
    }
  }
  all.sort((a, b) => a - b);
  const unit = Math.max(3, all[Math.floor(all.length * 0.8)] ?? 3);
  for (let i = 0; i < out.length; i++) out[i] = out[i]! / unit;
  return out;
}
