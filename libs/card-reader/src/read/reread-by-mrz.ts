import type { TextModel } from '../languages/language';
import { alphanumeric } from '../text/misread-characters';
import { editDistance, normalizeText } from '../text/normalize-text';
import { findNamesByMrz } from './names-by-mrz';
import type { PrintedLine } from './printed-line';
import { type LineEngines, readLine } from './read-line';
import type { MrzReading } from './read-mrz';
import type { Side } from './read-side';

const MIN_CONFIDENCE = 50;
const OTHER_HEIGHTS = [24, 36, 48, 56];

/** Where the print nearly matches the MRZ, one of them was misread: reads the line at other heights. */
export function rereadByMrz(
  engines: LineEngines,
  { normalized }: Side,
  lines: PrintedLine[],
  mrz: MrzReading,
  language: TextModel | null,
): PrintedLine[] {
  const readAgain = ({ box }: PrintedLine, model: TextModel) =>
    OTHER_HEIGHTS.map((height) => readLine(engines, normalized, box, height, model));
  const withNames = rereadNames(lines, mrz, (line) => readAgain(line, language ?? 'spa'));
  return rereadNumbers(withNames, mrz, (line) => readAgain(line, 'spa'));
}

type ReadAgain = (line: PrintedLine) => PrintedLine[];

const MIN_NUMBER = 6;

/** A number is taken from another reading only if that shows the zone's, character by character. */
function rereadNumbers(lines: PrintedLine[], mrz: MrzReading, readAgain: ReadAgain): PrintedLine[] {
  const coded = [mrz.number, ...mrz.optional].map(alphanumeric).filter(({ length }) => length >= MIN_NUMBER);
  const missing = coded.filter((number) => !lines.some(({ text }) => alphanumeric(text).includes(number)));
  return lines.map((line) => {
    const near = missing.find((number) => isNear(alphanumeric(line.text), number));
    return near ? (readAgain(line).find(({ text }) => alphanumeric(text) === near) ?? line) : line;
  });
}

/** A third of the characters at most are misread, and one of a short word. */
function isNear(printed: string, inMrz: string): boolean {
  const max = Math.max(1, Math.floor(inMrz.length / 3));
  return editDistance(printed, inMrz, max) <= max;
}

function rereadNames(lines: PrintedLine[], mrz: MrzReading, readAgain: ReadAgain): PrintedLine[] {
  const { name, lastname } = findNamesByMrz(mrz, lines);
  if (name && lastname) return lines;
  return lines.map((line) =>
    nearlyMatchesMrzName(mrz, line) ? (readAgain(line).find((reading) => isExactMatch(mrz, reading)) ?? line) : line,
  );
}

const isExactMatch = (mrz: MrzReading, line: PrintedLine) =>
  line.confidence > MIN_CONFIDENCE && !nearlyMatchesMrzName(mrz, line) && matchesMrzName(mrz, line);

const longWords = (mrz: MrzReading) => `${mrz.lastname} ${mrz.name}`.split(' ').filter((word) => word.length > 3);

/** Whether a word of the line is nearly, but not exactly, a word of the MRZ: one of them was misread. */
function nearlyMatchesMrzName(mrz: MrzReading, line: PrintedLine): boolean {
  const wanted = longWords(mrz);
  return line.words.some((word) => {
    const printed = normalizeText(word.text);
    return !wanted.some((text) => printed.startsWith(text)) && wanted.some((text) => isNear(printed, text));
  });
}

/** Whether the line has a word of the MRZ letter by letter. */
function matchesMrzName(mrz: MrzReading, line: PrintedLine): boolean {
  const wanted = longWords(mrz);
  return line.words.some((word) => wanted.includes(normalizeText(word.text)));
}
