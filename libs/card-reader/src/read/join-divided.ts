import { boundingBox, verticalOverlap } from '../picture/boxes';
import type { PrintedLine } from './read-line';

/** In heights of the line: the space between groups of digits is wide, and digits are lower than other lines. */
const MAX_GAP = 1.4;
const MAX_HEIGHT_RATIO = 1.25;

const [GROUPS, GROUP] = [/^(?:\d{2,4} )*\d{2,4}$/, /^\d{3,4}(?: \d{2,4})*$/];
const [DAY_AND_MONTH, YEAR] = [/^\d{1,2}[ .-]\p{L}{3,10}\.?$/u, /^(?:19|20)\d{2}$/];

/** Joins a number or a date whose end was found as a line of its own: 201 032 and 018 946, 14 Martsa and 1987. */
export function joinDivided(lines: PrintedLine[]): PrintedLine[] {
  const fromLeft = [...lines].sort((a, b) => a.box.x - b.box.x);
  const [whole, taken] = [new Map<PrintedLine, PrintedLine>(), new Set<PrintedLine>()];
  for (const line of fromLeft) {
    if (taken.has(line)) continue;
    let joined = line;
    for (let next = nextOf(joined, fromLeft); next; next = nextOf(joined, fromLeft)) {
      taken.add(next);
      joined = together(joined, next);
    }
    whole.set(line, joined);
  }
  return lines.flatMap((line) => whole.get(line) ?? []);
}

const nextOf = (line: PrintedLine, fromLeft: PrintedLine[]) => fromLeft.find((next) => continues(line, next));

function continues(line: PrintedLine, next: PrintedLine): boolean {
  const isDivided =
    (GROUPS.test(line.text) && GROUP.test(next.text)) || (DAY_AND_MONTH.test(line.text) && YEAR.test(next.text));
  if (!isDivided) return false;
  const [lower, higher] = [line.box.height, next.box.height].sort((a, b) => a - b) as [number, number];
  const gap = next.box.x - line.box.x - line.box.width;
  return (
    gap > 0 && gap < higher * MAX_GAP && higher < lower * MAX_HEIGHT_RATIO && verticalOverlap(line.box, next.box) > 0.7
  );
}

const together = (line: PrintedLine, next: PrintedLine): PrintedLine => ({
  text: `${line.text} ${next.text}`,
  confidence: Math.min(line.confidence, next.confidence),
  box: boundingBox(line.box, next.box),
  words: [...line.words, ...next.words],
});
