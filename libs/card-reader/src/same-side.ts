import { editDistance, folded } from './folded';
import type { Box, Picture } from './picture';
import type { Side } from './read-side';

const MIN_SHARED_LINES = 5;
const MIN_SHARED_SHARE = 0.5;
const MIN_LINE_SURE = 50;
const MIN_LETTERS = 4;
const CLEAR_FACE = 0.5;
const MIN_OVERLAP = 0.5;

type Shown = Pick<Side, 'mrz' | 'lines' | 'faces'> & { flat: Pick<Picture, 'width' | 'height'> };

/**
 * Whether both pictures show the same side of a card: only one side has a machine readable zone, only one has its
 * portrait at that place, and a card does not print the same lines on both.
 */
export function isSameSide(one: Shown, other: Shown): boolean {
  return (one.mrz !== null && other.mrz !== null) || samePortrait(one, other) || samePrint(one, other);
}

function samePortrait(one: Shown, other: Shown): boolean {
  const [a, b] = [placeOf(one), placeOf(other)];
  return a !== null && b !== null && overlapOf(a, b) >= MIN_OVERLAP;
}

/** Where the clear portrait stands, in shares of the card. */
function placeOf({ faces, flat }: Shown): Box | null {
  const main = faces.score >= CLEAR_FACE ? faces.boxes[0] : undefined;
  if (!main) return null;
  const { width, height } = flat;
  return { x: main.x / width, y: main.y / height, width: main.width / width, height: main.height / height };
}

/** Intersection over union. */
function overlapOf(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (a.width * a.height + b.width * b.height - shared);
}

function samePrint(one: Shown, other: Shown): boolean {
  const [a, b] = [printOf(one), printOf(other)];
  const [fewer, more] = a.length < b.length ? [a, b] : [b, a];
  const shared = fewer.filter((text) => more.some((line) => isNearly(text, line))).length;
  return shared >= MIN_SHARED_LINES && shared >= fewer.length * MIN_SHARED_SHARE;
}

const printOf = ({ lines }: Shown) =>
  lines.flatMap(({ text, sure }) => {
    const plain = folded(text);
    return sure >= MIN_LINE_SURE && plain.length >= MIN_LETTERS ? [plain] : [];
  });

function isNearly(text: string, line: string): boolean {
  const most = Math.floor(text.length / 5);
  return Math.abs(text.length - line.length) <= most && editDistance(text, line) <= most;
}
