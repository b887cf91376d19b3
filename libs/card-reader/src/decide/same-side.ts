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

type ComparedSide = Pick<Side, 'mrz' | 'lines' | 'faces'> & { color: Pick<Picture, 'width' | 'height'> };

/**
 * Whether both pictures show the same side of a card: only one side has an MRZ, only one has the portrait at that
 * place, and no card prints the same lines on both sides.
 */
export function isSameSide(one: ComparedSide, other: ComparedSide): boolean {
  return (one.mrz !== null && other.mrz !== null) || hasSamePortrait(one, other) || hasSamePrint(one, other);
}

function hasSamePortrait(one: ComparedSide, other: ComparedSide): boolean {
  const [a, b] = [portraitPlace(one), portraitPlace(other)];
  return a !== null && b !== null && intersectionOverUnion(a, b) >= MIN_OVERLAP;
}

/** The box of a clear portrait, in shares of the card. */
function portraitPlace({ faces, color: { width, height } }: ComparedSide): Box | null {
  const main = faces.score >= CLEAR_FACE ? faces.boxes[0] : undefined;
  if (!main) return null;
  return { x: main.x / width, y: main.y / height, width: main.width / width, height: main.height / height };
}

function hasSamePrint(one: ComparedSide, other: ComparedSide): boolean {
  const [a, b] = [clearLines(one), clearLines(other)];
  const [fewer, more] = a.length < b.length ? [a, b] : [b, a];
  const shared = fewer.filter((text) => more.some((line) => isNearly(text, line))).length;
  return shared >= MIN_SHARED_LINES && shared >= fewer.length * MIN_SHARED_SHARE;
}

const clearLines = ({ lines }: ComparedSide) =>
  lines.flatMap(({ text, confidence }) => {
    const normalized = normalizeText(text);
    return confidence >= MIN_LINE_CONFIDENCE && normalized.length >= MIN_LINE_LENGTH ? [normalized] : [];
  });

function isNearly(text: string, line: string): boolean {
  const maxMisread = Math.floor(text.length / 5);
  return Math.abs(text.length - line.length) <= maxMisread && editDistance(text, line) <= maxMisread;
}
