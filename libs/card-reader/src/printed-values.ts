import { type LabelKind, labelBefore, labelOf } from './labels';
import { sharedHeight } from './find-lines';
import type { PrintedLine } from './read-lines';

/** A label found on the card, with what may be its value. */
export interface Label {
  kind: LabelKind;
  line: PrintedLine;
  /** The value in the label's own line, or ''. */
  rest: string;
  /** Lines near it, likeliest first. */
  near: PrintedLine[];
  /** Lines that go on below (or above) the likeliest one: a name may take two or three. */
  block: PrintedLine[];
}

type Direction = 'below' | 'above';

/** A value stands no further from its label than this many label heights. */
const FARTHEST = 3.2;
const FARTHEST_RIGHT = 18;
const LEAST_SURE = 20;

/** Labels of one side and the lines they announce: behind, right of, below or above them. */
export function labelsOf(lines: PrintedLine[]): Label[] {
  const readable = lines.filter((line) => line.sure >= LEAST_SURE && /[\p{L}\d]/u.test(line.text));
  const found: { kind: LabelKind; line: PrintedLine; rest: string }[] = [];
  const values: PrintedLine[] = [];
  for (const line of lines) {
    const kind = labelOf(line.text);
    const inline = kind ? null : labelBefore(line.text);
    if (kind) found.push({ kind, line, rest: '' });
    else if (inline) found.push({ kind: inline.kind, line, rest: inline.rest });
    else if (readable.includes(line)) values.push(line);
  }
  const direction = directionOf(
    found.filter((f) => !f.rest).map((f) => f.line),
    values,
  );
  return found.map(({ kind, line, rest }) => {
    const near = rest ? [] : nearest(line, values, direction);
    return { kind, line, rest, near, block: blockFrom(line, values, direction) };
  });
}

/** Some cards set the value above its label. Whichever gap is the smaller for most labels says which kind this is. */
function directionOf(labelLines: PrintedLine[], values: PrintedLine[]): Direction {
  let votes = 0;
  for (const label of labelLines) {
    const below = gapTo(label, values, 'below');
    const above = gapTo(label, values, 'above');
    if (below === null && above === null) continue;
    votes += (above ?? FARTHEST) < (below ?? FARTHEST) ? 1 : -1;
  }
  return votes > 0 ? 'above' : 'below';
}

function gapTo(label: PrintedLine, values: PrintedLine[], direction: Direction): number | null {
  const gaps = values.map((value) => verticalGap(label, value, direction)).filter((gap) => gap !== null);
  return gaps.length ? Math.min(...gaps) : null;
}

/** The gap in label heights, or null where the line does not stand in the label's column. */
function verticalGap(label: PrintedLine, value: PrintedLine, direction: Direction): number | null {
  const { box: a } = label;
  const { box: b } = value;
  const left = Math.abs(a.x - b.x) < a.height * 2.5;
  const shared = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  if (!left && shared < Math.min(a.width, b.width) * 0.6) return null;
  const gap = direction === 'below' ? b.y - (a.y + a.height) : a.y - (b.y + b.height);
  const heights = gap / a.height;
  return heights > -0.6 && heights < FARTHEST ? Math.max(0, heights) + (left ? 0 : 0.5) : null;
}

function nearest(label: PrintedLine, values: PrintedLine[], direction: Direction): PrintedLine[] {
  const ranked = values.flatMap((value) => {
    const down = verticalGap(label, value, direction);
    const right = rightGap(label, value);
    const costs = [down, right === null ? null : 0.4 + right * 0.2].filter((cost) => cost !== null);
    return costs.length ? [{ value, cost: Math.min(...costs) }] : [];
  });
  return ranked.sort((a, b) => a.cost - b.cost).map(({ value }) => value);
}

function rightGap(label: PrintedLine, value: PrintedLine): number | null {
  if (sharedHeight(label.box, value.box) < 0.5) return null;
  const gap = (value.box.x - label.box.x - label.box.width) / label.box.height;
  return gap > -0.5 && gap < FARTHEST_RIGHT ? gap : null;
}

function blockFrom(label: PrintedLine, values: PrintedLine[], direction: Direction): PrintedLine[] {
  const columns = values
    .map((value) => ({ value, gap: verticalGap(label, value, direction) }))
    .filter((v) => v.gap !== null);
  const first = columns.sort((a, b) => a.gap! - b.gap!)[0]?.value;
  if (!first) return [];
  const block = [first];
  for (let last = first; ; last = block.at(-1)!) {
    const next = values.find((value) => goesOn(last, value, direction));
    if (!next || block.includes(next)) return block;
    block.push(next);
  }
}

/** The next line of one text: same letters, same left edge, hardly any gap. */
function goesOn(last: PrintedLine, next: PrintedLine, direction: Direction): boolean {
  const a = direction === 'below' ? last.box : next.box;
  const b = direction === 'below' ? next.box : last.box;
  const gap = b.y - (a.y + a.height);
  const alike = Math.abs(a.height - b.height) < Math.max(a.height, b.height) * 0.4;
  return next !== last && alike && Math.abs(a.x - b.x) < a.height && gap > -a.height * 0.3 && gap < a.height * 0.95;
}
