import { editDistance, normalizeText } from '../text/normalize-text';
import { findNamesByMrz } from './names-by-mrz';
import { type LineEngines, type PrintedLine, readLine } from './read-line';
import type { MrzReading } from './read-mrz';
import type { Side } from './read-side';
import type { Language } from './text-engine';

const MIN_CONFIDENCE = 50;
const OTHER_HEIGHTS = [24, 36, 48, 56];

/** Where the print nearly matches the MRZ, one of them was misread: reads the line at other heights. */
export function rereadByMrz(
  engines: LineEngines,
  side: Side,
  lines: PrintedLine[],
  mrz: MrzReading,
  language: Language | null,
): PrintedLine[] {
  return rereadNumbers(engines, side, rereadNames(engines, side, lines, mrz, language), mrz);
}

const MIN_NUMBER = 6;
const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** A number is taken from another reading only if that shows the zone's, character by character. */
function rereadNumbers(engines: LineEngines, side: Side, lines: PrintedLine[], mrz: MrzReading): PrintedLine[] {
  const coded = [mrz.number, ...mrz.optional].map(plain).filter(({ length }) => length >= MIN_NUMBER);
  const missing = coded.filter((number) => !lines.some(({ text }) => plain(text).includes(number)));
  return lines.map((line) => {
    const near = missing.find((number) => isNearNumber(plain(line.text), number));
    if (!near) return line;
    const again = OTHER_HEIGHTS.map((height) => readLine(engines, side.normalized, line.box, height));
    return again.find(({ text }) => plain(text) === near) ?? line;
  });
}

const isNearNumber = (printed: string, number: string) => {
  const max = Math.floor(number.length / 3);
  return editDistance(printed, number, max) <= max;
};

function rereadNames(
  engines: LineEngines,
  side: Side,
  lines: PrintedLine[],
  mrz: MrzReading,
  language: Language | null,
): PrintedLine[] {
  const { name, lastname } = findNamesByMrz(mrz, lines);
  if (name && lastname) return lines;
  return lines.map((line) => {
    if (!nearlyMatchesMrzName(mrz, line)) return line;
    const again = OTHER_HEIGHTS.map((height) =>
      readLine(engines, side.normalized, line.box, height, language ?? 'spa'),
    );
    return again.find((reading) => isExactMatch(mrz, reading)) ?? line;
  });
}

const isExactMatch = (mrz: MrzReading, line: PrintedLine) =>
  line.confidence > MIN_CONFIDENCE && !nearlyMatchesMrzName(mrz, line) && matchesMrzName(mrz, line);

const longWords = (mrz: MrzReading) => `${mrz.lastname} ${mrz.name}`.split(' ').filter((word) => word.length > 3);

/** Whether a word of the line is nearly, but not exactly, a word of the MRZ: one of them was misread. */
function nearlyMatchesMrzName(mrz: MrzReading, line: PrintedLine): boolean {
  const wanted = longWords(mrz);
  return line.words.some((word) => {
    const printed = normalizeText(word.text);
    const isNear = (text: string) => editDistance(printed, text) <= Math.max(1, Math.floor(text.length / 3));
    return !wanted.some((text) => printed.startsWith(text)) && wanted.some(isNear);
  });
}

/** Whether the line has a word of the MRZ letter by letter. */
function matchesMrzName(mrz: MrzReading, line: PrintedLine): boolean {
  const wanted = longWords(mrz);
  return line.words.some((word) => wanted.includes(normalizeText(word.text)));
}
