import type { Country } from '../countries';
import { parseNationality } from '../countries/nationalities';
import type { LabelKind } from '../languages/language';
import type { TextModel } from '../languages/language';
import type { Box, Picture } from '../picture/picture';
import { parseDate, parseShortDate } from '../text/dates';
import { parseGender } from '../text/genders';
import { type Label, findLabels } from './labelled-values';
import { parseName } from './printed-names';
import { type LineEngines, type PrintedLine, readLine } from './read-line';
import type { Side } from './read-side';

const OTHER_HEIGHTS = [36, 22, 52];
/** A box of the height of other values, as wide as a long name. */
const WIDTH_IN_HEIGHTS = 16;
const MIN_NAME_CONFIDENCE = 0.6;
const MAX_REREAD = 6;

type Form = (line: PrintedLine) => boolean;

/** The form of the values that a label of each kind announces. */
function formOf(kind: LabelKind, country: Country): Form | null {
  if (kind.startsWith('date_')) return ({ text }) => (parseDate(text) ?? parseShortDate(text, true)) !== null;
  if (kind === 'gender') return ({ text }) => parseGender(text, country.usesHombreMujer === true) !== null;
  if (kind === 'nationality') return ({ text }) => parseNationality(text, country.code) !== null;
  if (kind === 'nin') return ({ text }) => country.nationalNumber.parse(text) !== null;
  if (kind === 'document_number') return ({ text }) => /\d{4}/.test(text.replace(/[ .-]/g, ''));
  if (kind === 'lastname' || kind === 'name')
    return (line) => (parseName(line)?.confidence ?? 0) >= MIN_NAME_CONFIDENCE;
  return null;
}

/**
 * Reads the values again that do not have the form of their label, at other heights. Where a label has no value at all,
 * reads the place where the other labels of the side have theirs.
 */
export function rereadValues(
  engines: LineEngines,
  { normalized }: Side,
  lines: PrintedLine[],
  country: Country,
  language: TextModel,
) {
  const labels = findLabels(lines).filter(({ inlineValue }) => !inlineValue);
  const offset = offsetOfValues(labels);
  let replaced = lines;
  let reread = 0;
  for (const label of labels) {
    const hasForm = formOf(label.kind, country);
    const fits = (line: PrintedLine) => hasForm === null || hasForm(line);
    if (!hasForm || label.near.slice(0, 2).some(fits) || reread >= MAX_REREAD) continue;
    reread++;
    const place = offset && placeOf(label, offset, normalized);
    const model = isNumber(label.kind) ? 'spa' : language;
    const found = readAgain(engines, normalized, [label.near[0]?.box, place], hasForm, model);
    if (found) replaced = [...replaced.filter((line) => line.box !== found.box), found];
  }
  return replaced;
}

/** Numbers are the same in all languages; the model that read the rest knows them best. */
const isNumber = (kind: LabelKind) => kind === 'nin' || kind === 'document_number';

interface Offset {
  dx: number;
  dy: number;
  height: number;
}

/** Where this side prints its values, seen from their labels: the median. */
function offsetOfValues(labels: Label[]): Offset | null {
  const offsets = labels.flatMap(({ line, near: [value] }) =>
    value ? [{ dx: value.box.x - line.box.x, dy: value.box.y - line.box.y, height: value.box.height }] : [],
  );
  if (offsets.length < 2) return null;
  const median = (of: (offset: Offset) => number) => offsets.map(of).sort((a, b) => a - b)[offsets.length >> 1]!;
  return { dx: median(({ dx }) => dx), dy: median(({ dy }) => dy), height: median(({ height }) => height) };
}

function placeOf({ line }: Label, { dx, dy, height }: Offset, { width, height: bottom }: Picture): Box | null {
  const [x, y] = [Math.max(0, line.box.x + dx), Math.max(0, line.box.y + dy)];
  const box = { x, y, width: Math.min(height * WIDTH_IN_HEIGHTS, width - x - 1), height };
  return box.width > height && y + height < bottom - 1 ? box : null;
}

/** The value nearest to the label, or what stands where it should be, at the first height that gives its form. */
function readAgain(
  engines: LineEngines,
  normalized: Picture,
  boxes: (Box | null | undefined)[],
  hasForm: Form,
  language: TextModel,
): PrintedLine | null {
  for (const box of boxes) {
    if (!box) continue;
    for (const height of OTHER_HEIGHTS) {
      const line = withoutNoise(readLine(engines, normalized, box, height, language));
      if (hasForm(line)) return line;
    }
  }
  return null;
}

/** The place of a value is wider than it: what follows far to the right is another text. */
function withoutNoise(line: PrintedLine): PrintedLine {
  const words = line.words.filter((word, i, all) => {
    const last = all[i - 1];
    return !last || word.box.x - (last.box.x + last.box.width) < line.box.height * 1.5;
  });
  if (words.length === line.words.length || words.length === 0) return line;
  const confidence = Math.min(...words.map((word) => word.confidence));
  return { ...line, words, confidence, text: words.map((word) => word.text).join(' ') };
}
