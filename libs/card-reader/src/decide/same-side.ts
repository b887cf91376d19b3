import { intersectionOverUnion } from '../picture/boxes';
import type { Box, Picture } from '../picture/picture';
import type { Side } from '../read/read-side';
import { editDistance, normalizeText } from '../text/normalize-text';

const MIN_SHARED_LINES = 5;
const MIN_SHARED_SHARE = 0.5;
const MIN_LINE_CONFIDENCE = 50;
const MIN_LINE_LENGTH = 4;
const CLEAR_FACE = 0.5;
const MIN_OVERLAP = 0.5;
/** Fewer lines are enough at the same places: a back may have no more than two labels and their values. */
const MIN_PLACED_LINES = 3;
const MIN_PLACED_SHARE = 0.8;
const MIN_LINE_OVERLAP = 0.3;

type ComparedSide = Pick<Side, 'mrz' | 'lines' | 'faces'> & { color: Pick<Picture, 'width' | 'height'> };

/**
 * Whether both pictures show the same side of a card: only one side has an MRZ, only one has the portrait at that
 * place, and no card prints the same lines on both sides.
 */
export function isSameSide(one: ComparedSide, other: ComparedSide): boolean {
  if (one.mrz !== null && other.mrz !== null) return true;
  return hasSamePortrait(one, other) || hasSamePrint(one, other) || hasSamePlaces(one, other);
}

function hasSamePortrait(one: ComparedSide, other: ComparedSide): boolean {
  const [a, b] = [portraitPlace(one), portraitPlace(other)];
  return a !== null && b !== null && intersectionOverUnion(a, b) >= MIN_OVERLAP;
}

/** The box of a clear portrait, in shares of the card. */
function portraitPlace({ faces, color }: ComparedSide): Box | null {
  const main = faces.score >= CLEAR_FACE ? faces.boxes[0] : undefined;
  return main ? sharesOf(main, color) : null;
}

const sharesOf = ({ x, y, width, height }: Box, card: ComparedSide['color']): Box => ({
  x: x / card.width,
  y: y / card.height,
  width: width / card.width,
  height: height / card.height,
});

function hasSamePrint(one: ComparedSide, other: ComparedSide): boolean {
  const { fewer, more } = clearLinesOf(one, other);
  const shared = fewer.filter(({ text }) => more.some((line) => isNearly(text, line.text))).length;
  return shared >= MIN_SHARED_LINES && shared >= fewer.length * MIN_SHARED_SHARE;
}

/** Nearly all lines of either side are on the other one, each at its place. */
function hasSamePlaces(one: ComparedSide, other: ComparedSide): boolean {
  const { fewer, more } = clearLinesOf(one, other);
  const shared = fewer.filter((line) =>
    more.some(({ text, place }) => isNearly(line.text, text) && isAtPlace(line.place, place)),
  ).length;
  return shared >= MIN_PLACED_LINES && shared >= more.length * MIN_PLACED_SHARE;
}

const isAtPlace = (a: Box, b: Box) => intersectionOverUnion(a, b) >= MIN_LINE_OVERLAP;

function clearLinesOf(one: ComparedSide, other: ComparedSide) {
  const [a, b] = [clearLines(one), clearLines(other)];
  return a.length < b.length ? { fewer: a, more: b } : { fewer: b, more: a };
}

const clearLines = ({ lines, color }: ComparedSide) =>
  lines.flatMap(({ text, confidence, box }) => {
    const normalized = normalizeText(text);
    const isClear = confidence >= MIN_LINE_CONFIDENCE && normalized.length >= MIN_LINE_LENGTH;
    return isClear ? [{ text: normalized, place: sharesOf(box, color) }] : [];
  });

function isNearly(text: string, line: string): boolean {
  const maxMisread = Math.floor(text.length / 5);
  return Math.abs(text.length - line.length) <= maxMisread && editDistance(text, line) <= maxMisread;
}
