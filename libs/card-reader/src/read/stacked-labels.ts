import { labelKindOf } from './labels';
import { joinLines, type PrintedLine } from './printed-line';

/** In heights of a line. */
const [MAX_GAP, MAX_SHIFT, MAX_HEIGHT_DIFFERENCE] = [0.95, 0.6, 0.25];

/** The lines, with each label in two rows as one line in the place of its second row: REGISTRO above GERAL. */
export function joinStackedLabels(lines: PrintedLine[]): PrintedLine[] {
  const [first, whole] = [new Set<PrintedLine>(), new Map<PrintedLine, PrintedLine>()];
  for (const below of lines) {
    const above = lines.find((line) => isAbove(line, below) && areOneLabel(line, below));
    if (!above) continue;
    first.add(above);
    whole.set(below, { ...joinLines(above, below), box: below.box });
  }
  return lines.filter((line) => !first.has(line)).map((line) => whole.get(line) ?? line);
}

function isAbove({ box: above }: PrintedLine, { box: below }: PrintedLine): boolean {
  const gap = below.y - above.y - above.height;
  const height = Math.max(above.height, below.height);
  const isAligned = Math.abs(above.x - below.x) < height * MAX_SHIFT;
  const isSameSize = Math.abs(above.height - below.height) < height * MAX_HEIGHT_DIFFERENCE;
  return isAligned && isSameSize && gap > -height * MAX_SHIFT && gap < height * MAX_GAP;
}

/** Two labels one below the other have their values beside them. A slash divides languages, not rows. */
function areOneLabel(above: PrintedLine, below: PrintedLine): boolean {
  const [first, whole] = [above, joinLines(above, below)].map(({ text, confidence }) => labelKindOf(text, confidence));
  return (first === null || first === 'other') && whole !== null && !/\//.test(above.text + below.text);
}
