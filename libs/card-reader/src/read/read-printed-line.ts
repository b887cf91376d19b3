import type { Box, Picture } from '../picture/picture';
import { normalizeText } from '../text/normalize-text';
import { labelKindOf } from './labels';
import type { PrintedLine } from './printed-line';
import { LINE_HEIGHT, type LineEngines, readLine } from './read-line';

/** What is uncertain at one height may be certain at another. */
const SECOND_HEIGHT = 44;
const THIRD_HEIGHT = 24;
/** The confidence from which a line is not read again. */
export const CERTAIN = 85;
/** Below this, the box most likely contains no print: a third reading would not help. */
const MIN_CONFIDENCE_FOR_THIRD = 50;
/** Background that was taken for a line reads as one or two letters; print is longer. */
const isWorthRereading = (line: PrintedLine) =>
  line.confidence < CERTAIN && (line.text === '' || normalizeText(line.text).length > 2) && !isLabel(line);

/** A label is known although some of its letters were misread; a value behind it must be read. */
const isLabel = ({ text, confidence }: PrintedLine) => !/\d/.test(text) && labelKindOf(text, confidence) !== null;

/** Reads a line of print, up to three times while it is uncertain, and keeps the most certain reading. */
export function readPrintedLine(
  engines: LineEngines,
  normalized: Picture,
  box: Box,
  alreadyRead?: PrintedLine,
): PrintedLine {
  const first = alreadyRead ?? readLine(engines, normalized, box, LINE_HEIGHT);
  if (!isWorthRereading(first)) return first;
  const second = readLine(engines, normalized, box, SECOND_HEIGHT);
  const better = second.confidence > first.confidence ? second : first;
  if (better.confidence < MIN_CONFIDENCE_FOR_THIRD || !isWorthRereading(better)) return better;
  const third = readLine(engines, normalized, box, THIRD_HEIGHT);
  return third.confidence > better.confidence ? third : better;
}
