import { labelKindOf } from './labels';
import type { PrintedLine } from './printed-line';

/** The number of a field and words behind it: 4a. Date of issue. */
const ENTRY = /^\W*\d{1,2}[a-d]?[.,:]?\s*(\p{L}{3}.*)$/iu;
const MIN_LABELS = 3;
/** In heights of a line. Between labels and their values there is more, or a value. */
const [MAX_GAP, MAX_SHIFT] = [1.3, 1.5];

/** The lines of the legend on the back of a licence: labels with their numbers, one below the other, without values. */
export function findLegend(lines: PrintedLine[]): Set<PrintedLine> {
  const entries = lines.filter(({ text }) => ENTRY.test(text)).sort((a, b) => a.box.y - b.box.y);
  const columns: PrintedLine[][] = [];
  for (const entry of entries) {
    const column = columns.find((one) => isNextIn(one, entry));
    if (column) column.push(entry);
    else columns.push([entry]);
  }
  const long = columns.filter((column) => column.length >= MIN_LABELS);
  return new Set(long.filter((column) => column.filter(isLabel).length >= MIN_LABELS).flat());
}

const isLabel = ({ text, confidence }: PrintedLine) => labelKindOf(ENTRY.exec(text)![1]!, confidence) !== null;

function isNextIn(column: PrintedLine[], { box }: PrintedLine): boolean {
  const { box: last } = column.at(-1)!;
  return box.y - last.y - last.height < last.height * MAX_GAP && Math.abs(box.x - last.x) < last.height * MAX_SHIFT;
}
