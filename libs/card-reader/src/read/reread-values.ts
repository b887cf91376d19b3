import type { Country } from '../countries';
import { parseNationality } from '../countries/nationalities';
import type { LabelKind } from '../languages/language';
import type { TextModel } from '../languages/language';
import type { Box, Picture } from '../picture/picture';
import { parseDate, parseShortDate } from '../text/dates';
import { parseGender } from '../text/genders';
import { type Label, findLabels } from './labelled-values';
import { parseName } from './printed-names';
import type { PrintedLine } from './printed-line';
import { type LineEngines, readLine } from './read-line';
import { CERTAIN } from './read-printed-line';
import type { Side } from './read-side';

const OTHER_HEIGHTS = [36, 22, 52];
/** A box of the height of other values, as wide as a long name. */
const WIDTH_IN_HEIGHTS = 16;
const MIN_NAME_CONFIDENCE = 0.6;
const MAX_REREAD = 6;
const MIN_LIKELY = 40;

type Form = (line: PrintedLine) => boolean;
type Look = { box: Box; hasForm: Form; language: TextModel; isInVain: Form };

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
    const [value] = label.near;
    const look = { hasForm, language: isNumber(label.kind) ? 'spa' : language } as const;
    const found =
      (value && readAgain(engines, normalized, { ...look, box: value.box, isInVain: isSame(value) })) ??
      (place && readAgain(engines, normalized, { ...look, box: place, isInVain: isOther }));
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

/** The text in a box at the first height that gives the form; no further height once the reading is in vain. */
function readAgain(
  engines: LineEngines,
  normalized: Picture,
  { box, hasForm, language, isInVain }: Look,
): PrintedLine | null {
  for (const height of OTHER_HEIGHTS) {
    const line = withoutNoise(readLine(engines, normalized, box, height, language));
    if (hasForm(line)) return line;
    if (isInVain(line)) return null;
  }
  return null;
}

/** What was certain and is the same again is no misread value. */
const isSame = (line: PrintedLine) => (again: PrintedLine) => line.confidence >= CERTAIN && again.text === line.text;

/** Other print, read with certainty; or the background, which reads as letters, too, but hardly as a likely word. */
const isOther = ({ words, confidence }: PrintedLine) =>
  confidence >= CERTAIN || !words.some((word) => word.text.length >= 3 && word.confidence >= MIN_LIKELY);

/** The place of a value is wider than it: what follows far to the right is another text. */
function withoutNoise(line: PrintedLine): PrintedLine {
  const end = line.words.findIndex(({ box }, i) => {
    const before = line.words[i - 1]?.box;
    return before !== undefined && box.x - (before.x + before.width) >= line.box.height * 1.5;
  });
  if (end < 0) return line;
  const words = line.words.slice(0, end);
  const confidence = Math.min(...words.map((word) => word.confidence));
  return { ...line, words, confidence, text: words.map((word) => word.text).join(' ') };
}
