import type { LabelKind } from '../languages/language';
import { verticalOverlap } from '../picture/boxes';
import { type LabelledText, labelKindOf, splitLabel } from './labels';
import { findLegend } from './legend';
import { numberedFields } from './numbered-fields';
import type { PrintedLine } from './printed-line';
import { joinStackedLabels } from './stacked-labels';
import type { Word } from './text-engine';

/** A label on the card, with the lines that may be its value. */
export interface Label {
  kind: LabelKind;
  line: PrintedLine;
  /** The value in the same line as the label, or ''. */
  inlineValue: string;
  /** Lines near the label, the most likely value first. */
  near: PrintedLine[];
  /** The most likely value and the lines that continue it: a name may take two or three lines. */
  block: PrintedLine[];
}

type Announcing = Pick<Label, 'line' | 'inlineValue'>;
type Direction = 'below' | 'above';

/** The maximum distance of a value from its label, in heights of the label. */
const MAX_VERTICAL_GAP = 3.2;
const MAX_HORIZONTAL_GAP = 40;
/** Beside labels in two rows, the value is between both. */
const MIN_ROW_OVERLAP = 0.35;
/** A value further to the right is as unlikely as this. */
const MAX_HORIZONTAL_COST = 4;
/** A value behind its label may begin lower, if it is near: in heights of the label. */
const [MAX_GAP_BELOW, COST_BELOW] = [6, 1];
const MIN_CONFIDENCE = 20;

/** Words of one label have smaller gaps, in heights of the label. */
const LABEL_GAP = 0.9;

/** Finds the labels of one side and the lines that may be their values: beside, below or above them. */
export function findLabels(lines: PrintedLine[]): Label[] {
  const found: { kind: LabelKind; line: PrintedLine; inlineValue: string }[] = [];
  const values: PrintedLine[] = [];
  const numbered = numberedFields(lines);
  const legend = findLegend(lines);
  for (const line of joinStackedLabels(lines.filter((one) => !legend.has(one)).flatMap(twoLabels))) {
    const { kind, labelled } = numbered.has(line) ? { kind: null, labelled: numbered.get(line)! } : announcedBy(line);
    if (kind) found.push({ kind, line, inlineValue: '' });
    // A label is known by some of its letters; a value must be read.
    else if (labelled) {
      const isRead = isReadable(behindLabel({ line, inlineValue: labelled.value }));
      found.push({ kind: labelled.kind, line, inlineValue: isRead ? labelled.value : '' });
    } else if (isReadable(line)) values.push(line);
  }
  const direction = directionOf(
    found.filter(({ inlineValue }) => !inlineValue).map(({ line }) => line),
    values,
  );
  return found.map((label) => ({
    ...label,
    near: label.inlineValue ? [] : nearestValues(label.line, values, direction),
    block: blockOf(label, values, direction),
  }));
}

/** The two labels of a row that was read as one line; any other line as it is. */
function twoLabels(line: PrintedLine): PrintedLine[] {
  for (let at = 1; at < line.words.length; at++) {
    const [before, behind] = [line.words[at - 1]!.box, line.words[at]!.box];
    if (behind.x - before.x - before.width < line.box.height * LABEL_GAP) continue;
    const both = [line.words.slice(0, at), line.words.slice(at)].map((words) => lineOf(words, line));
    const [kind, other] = both.map(({ text, confidence }) => labelKindOf(text, confidence));
    if (kind && other && kind !== other) return both;
  }
  return [line];
}

type Announced = { kind: LabelKind | null; labelled: LabelledText | null };
/** Each step of the decision looks at the same lines. */
const announced = new WeakMap<PrintedLine, Announced>();

/** A label alone, or with its value. */
function announcedBy(line: PrintedLine): Announced {
  const known = announced.get(line);
  if (known) return known;
  const split = splitLabel(line.text);
  // A line with a number, or with a text behind a colon, is a label with its value, even if the label alone is certain.
  const hasValue = /\d{3}/.test(line.text) || (split !== null && /:\s*\S/.test(line.text));
  const kind = hasValue ? null : labelKindOf(line.text, line.confidence);
  const found = { kind, labelled: kind ? null : split };
  announced.set(line, found);
  return found;
}

/** The part of a line that is the value behind its label, which may be in another script and unreadable. */
export function behindLabel({ line, inlineValue }: Announcing): PrintedLine {
  const texts = inlineValue.split(/\s+/).slice(-line.words.length);
  const words = line.words.slice(-texts.length).map((word, i) => ({ ...word, text: texts[i]! }));
  return { ...lineOf(words, line), text: inlineValue };
}

/** Some neighbouring words of a line. */
function lineOf(words: Word[], { box }: PrintedLine): PrintedLine {
  const [x, end] = [words[0]?.box.x ?? box.x, words.at(-1)?.box];
  return {
    text: words.map(({ text }) => text).join(' '),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
    box: { ...box, x, width: (end ? end.x + end.width : box.x + box.width) - x },
    words,
  };
}

const isReadable = ({ text, confidence }: PrintedLine) => confidence >= MIN_CONFIDENCE && /[\p{L}\d]/u.test(text);

/** Some cards print the value above its label. The smaller gap decides for each label, the majority for the card. */
function directionOf(labelLines: PrintedLine[], values: PrintedLine[]): Direction {
  let votesForAbove = 0;
  for (const label of labelLines) {
    const below = smallestGap(label, values, 'below');
    const above = smallestGap(label, values, 'above');
    if (below === null && above === null) continue;
    votesForAbove += (above ?? MAX_VERTICAL_GAP) < (below ?? MAX_VERTICAL_GAP) ? 1 : -1;
  }
  return votesForAbove > 0 ? 'above' : 'below';
}

function smallestGap(label: PrintedLine, values: PrintedLine[], direction: Direction): number | null {
  const gaps = values.map((value) => verticalGap(label, value, direction)).filter((gap) => gap !== null);
  return gaps.length ? Math.min(...gaps) : null;
}

/** The gap in label heights; null where the line is not in the column of the label. */
function verticalGap(label: PrintedLine, value: PrintedLine, direction: Direction): number | null {
  const { box: a } = label;
  const { box: b } = value;
  const isLeftAligned = Math.abs(a.x - b.x) < a.height * 2.5;
  const sharedWidth = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  if (!isLeftAligned && sharedWidth < Math.min(a.width, b.width) * 0.6) return null;
  const pixels = direction === 'below' ? b.y - (a.y + a.height) : a.y - (b.y + b.height);
  const gap = pixels / a.height;
  return gap > -0.6 && gap < MAX_VERTICAL_GAP ? Math.max(0, gap) + (isLeftAligned ? 0 : 0.5) : null;
}

function nearestValues(label: PrintedLine, values: PrintedLine[], direction: Direction): PrintedLine[] {
  const ranked = values.flatMap((value) => {
    const costs = [verticalGap(label, value, direction), costBehind(label, value)].filter((cost) => cost !== null);
    return costs.length ? [{ value, cost: Math.min(...costs) }] : [];
  });
  return ranked.sort((a, b) => a.cost - b.cost).map(({ value }) => value);
}

/** The cost of a value to the right of its label, in the same row or beginning in it. */
function costBehind({ box: label }: PrintedLine, { box: value }: PrintedLine): number | null {
  const gap = (value.x - label.x - label.width) / label.height;
  const isInRow = verticalOverlap(label, value) >= MIN_ROW_OVERLAP;
  const beginsInRow = value.y > label.y && value.y < label.y + label.height;
  if (gap < -0.5 || gap > (isInRow ? MAX_HORIZONTAL_GAP : MAX_GAP_BELOW) || !(isInRow || beginsInRow)) return null;
  return Math.min(MAX_HORIZONTAL_COST, 0.4 + gap * 0.2) + (isInRow ? 0 : COST_BELOW);
}

/** German cards announce the surname and the one at birth by one label: each is one line. */
const announcesTwo = ({ text }: PrintedLine) => /\S.*B\W*GEBURTSNAME/i.test(text);

function blockOf(label: Announcing, values: PrintedLine[], direction: Direction): PrintedLine[] {
  if (label.inlineValue) return withNextLines(behindLabel(label), values, 'below');
  const block = blockFrom(label.line, values, direction);
  return announcesTwo(label.line) ? block.slice(0, 1) : block;
}

function blockFrom(label: PrintedLine, values: PrintedLine[], direction: Direction): PrintedLine[] {
  const inColumn = values
    .map((value) => ({ value, gap: verticalGap(label, value, direction) }))
    .filter(({ gap }) => gap !== null);
  const first = inColumn.sort((a, b) => a.gap! - b.gap!)[0]?.value;
  return first ? withNextLines(first, values, direction) : [];
}

/** A line and those that continue it. */
function withNextLines(first: PrintedLine, values: PrintedLine[], direction: Direction): PrintedLine[] {
  const block = [first];
  for (let last = first; ; last = block.at(-1)!) {
    const next = values.find((value) => continues(last, value, direction));
    if (!next || block.includes(next)) return block;
    block.push(next);
  }
}

/** Whether both lines are one text: letters of the same size, the same left edge, hardly any gap. */
function continues(last: PrintedLine, next: PrintedLine, direction: Direction): boolean {
  const a = direction === 'below' ? last.box : next.box;
  const b = direction === 'below' ? next.box : last.box;
  const gap = b.y - (a.y + a.height);
  const isSameSize = Math.abs(a.height - b.height) < Math.max(a.height, b.height) * 0.4;
  const isAligned = Math.abs(a.x - b.x) < a.height;
  return next !== last && isSameSize && isAligned && gap > -a.height * 0.3 && gap < a.height * 0.95;
}
