import { verticalOverlap } from '../picture/boxes';
import { labelKindOf } from './labels';
import { joinLines, type PrintedLine } from './printed-line';
import type { Letter } from './text-engine';

/** In heights of the line: the space between groups of digits is wide, and digits are lower than other lines. */
const MAX_GAP = 1.4;
const MAX_HEIGHT_RATIO = 1.25;

const [GROUPS, GROUP] = [/^(?:\d{2,4} )*\d{2,4}$/, /^\d{3,4}(?: \d{2,4})*$/];
const [DAY_AND_MONTH, YEAR] = [/^\d{1,2}[ .-]\p{L}{3,10}\.?$/u, /^(?:19|20)\d{2}$/];

/**
 * Joins a number or a date whose end was found as a line of its own (201 032 and 018 946, 14 Martsa and 1987), and the
 * words of a typewriter, whose spaces are as wide as its letters.
 */
export function joinDivided(lines: PrintedLine[]): PrintedLine[] {
  const fromLeft = [...lines].sort((a, b) => a.box.x - b.box.x);
  const [whole, taken] = [new Map<PrintedLine, PrintedLine>(), new Set<PrintedLine>()];
  for (const line of fromLeft) {
    if (taken.has(line)) continue;
    let joined = line;
    for (let next = nextOf(joined, fromLeft); next; next = nextOf(joined, fromLeft)) {
      taken.add(next);
      joined = joinLines(joined, next);
    }
    whole.set(line, joined);
  }
  return lines.flatMap((line) => whole.get(line) ?? []);
}

/** Of a typewriter, as shares of the distance between two letters. */
const [MAX_PITCH_DIFFERENCE, MAX_SHIFT, MAX_DEVIATION] = [0.06, 0.2, 0.2];
const MIN_EVEN = 0.8;

const nextOf = (line: PrintedLine, fromLeft: PrintedLine[]) => fromLeft.find((next) => continues(line, next));

function continues(line: PrintedLine, next: PrintedLine): boolean {
  const [lower, higher] = [line.box.height, next.box.height].sort((a, b) => a - b) as [number, number];
  const gap = next.box.x - line.box.x - line.box.width;
  const isBehind =
    gap > 0 && gap < higher * MAX_GAP && higher < lower * MAX_HEIGHT_RATIO && verticalOverlap(line.box, next.box) > 0.7;
  return isBehind && (isDivided(line.text, next.text) || isNextWord(line, next));
}

const isDivided = (text: string, next: string) =>
  (GROUPS.test(text) && GROUP.test(next)) || (DAY_AND_MONTH.test(text) && YEAR.test(next));

/** Whether two texts of a typewriter are one blank apart. A label is no part of its value. */
function isNextWord(line: PrintedLine, next: PrintedLine): boolean {
  const [pitch, other] = [pitchOf(line), pitchOf(next)];
  const [last, first] = [line.words.at(-1)?.letters.at(-1), next.words[0]?.letters[0]];
  if (!pitch || !other || !last || !first) return false;
  const places = (centreOf(first) - centreOf(last)) / pitch;
  const isSamePitch = Math.abs(other / pitch - 1) < MAX_PITCH_DIFFERENCE;
  return isSamePitch && Math.abs(places - 2) < MAX_SHIFT && labelKindOf(line.text, line.confidence) === null;
}

const centreOf = ({ box }: Letter): number => box.x + box.width / 2;

/**
 * The distance from one letter to the next, where it is the same within all words of a line; else null. The engine may
 * misplace one letter of a word.
 */
function pitchOf({ words }: PrintedLine): number | null {
  const steps = words
    .flatMap(({ letters }) => letters.slice(1).map((letter, i) => centreOf(letter) - centreOf(letters[i]!)))
    .sort((a, b) => a - b);
  const pitch = steps[steps.length >> 1];
  if (pitch === undefined) return null;
  const even = steps.filter((step) => Math.abs(step - pitch) < pitch * MAX_DEVIATION);
  return even.length >= steps.length * MIN_EVEN ? pitch : null;
}
