import { type Country, hasFile } from '../countries';
import { countryNamedIn } from '../countries/country-names';
import { isLicence } from '../countries/licences';
import { type Label, findLabels } from '../read/labelled-values';
import { labelKindOf, splitLabel } from '../read/labels';
import { joinNames, parseName } from '../read/printed-names';
import { isClearlyRead, type PrintedLine } from '../read/printed-line';
import { isTitle } from '../read/titles';
import { parseDate } from '../text/dates';
import { normalizeText } from '../text/normalize-text';
import type { FieldCandidate } from './field-candidates';
import { type Add, type Found, addParts, asUndivided, splitByCase } from './printed-name-candidates';

/** A name of which one letter was misread; a barcode may know it. */
const READABLE = 25;
/** Names without a label are larger than the labels of other values. */
const MIN_SIZE = 1.25;
/** In heights of the upper line; the last one is that of a line that is empty, or has a label that was not read. */
const [MAX_GAP_WITHIN, MAX_GAP, MAX_GAP_TO_ADDRESS, MAX_GAP_WITH_BLANK] = [0.8, 1.2, 1.6, 2.5];
const CONFIDENCE = 0.7;
/** A name below this confidence tells nothing of the other one. */
const CONFIDENCE_OF_NAME = 0.45;

type Known = Record<'name' | 'lastname', FieldCandidate | undefined>;

/** The names that no readable label announces. */
export function addMissingNames(lines: PrintedLine[], country: Country, { name, lastname }: Known, add: Add): void {
  const known = name ?? lastname;
  if (!known) addUnlabelledNames(lines, country, add);
  else if (!name || !lastname) addOtherName(lines, known, add);
}

/** The names of a card that prints no label for them. */
function addUnlabelledNames(lines: PrintedLine[], country: Country, add: Add): void {
  const parts =
    nameByCase(lines) ?? namesInTwoLines(lines) ?? (country.namesWithoutLabels ? largestPair(lines, country) : null);
  if (parts) addParts(parts, add);
  else if (!hasFile(country) && hasPlainFields(lines)) add('name', asUndivided(nameAbove(lines)));
}

/** A line that begins with the number of a field. */
const NUMBERED = /^\W*[1-9][a-d]?[.,]?\s+\p{L}/iu;

type Names = { name: Found; lastname: Found };

/** The fields of a card have no numbers before them, as those of most licences. */
const hasPlainFields = (lines: PrintedLine[]) => lines.filter(({ text }) => NUMBERED.test(text)).length <= 2;

/** A licence may print both names in one line, the surname in capitals. */
function nameByCase(lines: PrintedLine[]): Names | null {
  if (!isLicence(lines) || !hasPlainFields(lines)) return null;
  // A particle in small letters may as well be a word of a sentence.
  const [name, another] = lines.filter(
    (line) => isClearValue(line) && !/(?:^|\s)\p{Ll}/u.test(line.text) && splitByCase(line) !== null,
  );
  return name && !another && !/\d/.test(name.text) ? splitByCase(name) : null;
}

const [IN_CAPITALS, IN_SMALL_LETTERS] = [/^[\p{Lu}' -]{3,},?$/u, /^\p{Lu}[\p{Ll}'-]+(?: \p{Lu}[\p{Ll}'-]+)*$/u];

/** A licence may print the surname before a comma, or in capitals above given names in small letters. */
function namesInTwoLines(lines: PrintedLine[]): Names | null {
  if (!isLicence(lines) || !hasPlainFields(lines)) return null;
  const names = lines.filter(isNameAlone);
  const pairs = names.flatMap((lastname) => {
    const isBeforeComma = lastname.text.endsWith(',');
    const name = names.find(
      (other) => (isBeforeComma || IN_SMALL_LETTERS.test(other.text)) && isBelow(lastname, other, MAX_GAP),
    );
    return IN_CAPITALS.test(lastname.text) && name ? [{ name: asFound(name), lastname: asFound(lastname) }] : [];
  });
  return pairs.length === 1 ? pairs[0]! : null;
}

/** A line without a label, as large as the labels at least, above the address or the date of birth. */
function nameAbove(lines: PrintedLine[]): Found {
  const near = namesAbove(lines, MAX_GAP_TO_ADDRESS);
  const [name, another] = near.length > 0 ? near : namesAbove(lines, MAX_GAP_WITH_BLANK);
  return name && !another ? joinNames([...linesAbove(name, lines), name].map(asFound)) : null;
}

/** The lines that may be a name, at most this far above the address or the date of birth. */
function namesAbove(lines: PrintedLine[], maxGap: number): PrintedLine[] {
  const labels = findLabels(lines);
  const births = labels.filter(({ kind, inlineValue }) => kind === 'date_birth' && inlineValue).map(({ line }) => line);
  const isNext = (line: PrintedLine, below: PrintedLine) => isInNextLine(line, below, maxGap);
  const isAbove = (line: PrintedLine) =>
    lines.some((other) => (births.includes(other) || isAddress(other)) && isNext(line, other));
  const isInAddress = (line: PrintedLine) => lines.some((other) => isAddress(other) && isNext(other, line));
  return lines.filter(
    (line) =>
      isClearValue(line) &&
      line.words.length > 1 &&
      parseName(line) !== null &&
      !isLicence([line]) &&
      !isTitle(line.text) &&
      !isValueOf(labels, line) &&
      line.box.height >= medianHeight(labels) &&
      isAbove(line) &&
      !isInAddress(line),
  );
}

/** A clearly read line that is a name, and neither a title nor the name of a country. */
const isNameAlone = (line: PrintedLine) =>
  isClearValue(line) &&
  parseName(line) !== null &&
  !isTitle(line.text) &&
  countryNamedIn(line.text) === null &&
  !isLicence([line]);

/** A long name has more than one line: the ones directly above, in letters of the same size. */
function linesAbove(line: PrintedLine, lines: PrintedLine[]): PrintedLine[] {
  const above = lines.find(
    (one) => isInNextLine(one, line, MAX_GAP_WITHIN) && isOfSameSize(one, line) && isNameAlone(one),
  );
  return above ? [...linesAbove(above, lines), above] : [];
}

const isOfSameSize = ({ box: a }: PrintedLine, { box: b }: PrintedLine) =>
  Math.abs(a.height - b.height) < Math.max(a.height, b.height) * 0.2;

const isAddress = ({ text }: PrintedLine) =>
  /\d/.test(text) && /\p{L}{3,}/u.test(text) && parseDate(text) === null && splitLabel(text) === null;

const isClearValue = (line: PrintedLine) => isClearlyRead(line) && labelKindOf(line.text, line.confidence) === null;

/** Given names, and surnames below them, in the largest letters. */
function largestPair(lines: PrintedLine[], country: Country): Names | null {
  const labels = findLabels(lines);
  const names = lines.filter((line) => isUnlabelledName(line, labels, country));
  const pairs = names.flatMap((given) => {
    const surname = names.find((other) => isBelow(given, other, MAX_GAP));
    return surname ? [{ given, surname }] : [];
  });
  const [largest] = pairs.sort((a, b) => b.given.box.height - a.given.box.height);
  // The surname of a husband may stand in a third line.
  const ofOneSize = pairs.filter(({ given }) => isOfSameSize(given, largest!.given));
  const [pair] = ofOneSize.sort((a, b) => a.given.box.y - b.given.box.y);
  return pair ? { name: asFound(pair.given), lastname: asFound(pair.surname) } : null;
}

const asFound = (line: PrintedLine): Found => {
  const name = parseName(line);
  return name && { ...name, confidence: Math.min(name.confidence, CONFIDENCE) };
};

function isUnlabelledName(line: PrintedLine, labels: Label[], { headers }: Country): boolean {
  const text = normalizeText(line.text);
  if (text.length < 3 || !parseName(line) || line.confidence < READABLE || labelKindOf(line.text, line.confidence))
    return false;
  if (isTitle(text) || headers.some((header) => text.includes(header))) return false;
  return !isValueOf(labels, line) && line.box.height >= medianHeight(labels) * MIN_SIZE;
}

/** Whether a label above or beside a line announces it. */
const isValueOf = (labels: Label[], line: PrintedLine) =>
  labels.some(
    ({ line: label, block, near }) =>
      label.box.y < line.box.y + line.box.height / 2 && (block.includes(line) || near[0] === line),
  );

/** Of the labels that stand alone. The title of a card may have the words of one: KAD PENGENALAN. */
function medianHeight(labels: Label[]): number {
  const alone = labels.filter(({ inlineValue, line }) => !inlineValue && !isTitle(line.text));
  const heights = alone.map(({ line }) => line.box.height);
  return heights.sort((a, b) => a - b)[heights.length >> 1] ?? 0;
}

/** Whether a line is the next one in the column of another, in letters of the same size. */
function isBelow(line: PrintedLine, other: PrintedLine, maxGap: number): boolean {
  const [a, b] = [line.box.height, other.box.height];
  return Math.abs(a - b) < Math.max(a, b) * 0.4 && isInNextLine(line, other, maxGap);
}

function isInNextLine({ box: a }: PrintedLine, { box: b }: PrintedLine, maxGap: number): boolean {
  const gap = (b.y - a.y - a.height) / a.height;
  return Math.abs(a.x - b.x) < a.height && gap > -0.3 && gap < maxGap;
}

/** Given names stand below surnames: the other one of both, where its label is unreadable. */
function addOtherName(lines: PrintedLine[], known: FieldCandidate, add: Add): void {
  const line = lines.find(({ words }) => words.some((word) => known.words?.includes(word)));
  if (!line || known.confidence < CONFIDENCE_OF_NAME) return;
  const isBeside = (other: PrintedLine) =>
    known.field === 'lastname' ? isBelow(line, other, MAX_GAP_WITH_BLANK) : isBelow(other, line, MAX_GAP_WITH_BLANK);
  const found = lines.find((other) => isClearValue(other) && isBeside(other));
  if (!found || isAnnounced(found, lines)) return;
  add(known.field === 'lastname' ? 'name' : 'lastname', asFound(found));
}

/** Whether a label belongs to a line, or any text above it that was clearly read and may be a label. */
function isAnnounced(found: PrintedLine, lines: PrintedLine[]): boolean {
  const isLabel = ({ line, block }: Label) => block.includes(found) && line.box.y < found.box.y;
  const isClearlyAbove = (line: PrintedLine) =>
    isClearlyRead(line) &&
    found.box.y - line.box.y - line.box.height < found.box.height &&
    line.box.y < found.box.y &&
    Math.abs(line.box.x - found.box.x) < found.box.height;
  return findLabels(lines).some(isLabel) || lines.some(isClearlyAbove);
}
