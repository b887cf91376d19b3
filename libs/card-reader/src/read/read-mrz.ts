import { countryCode } from '../countries/nationalities';
import { boundingBox } from '../picture/boxes';
import type { Box, Picture } from '../picture/picture';
import type { Engines } from './engines';
import { type MrzKind, mrzLayouts } from './mrz-layouts';
import { countVotes } from './mrz-votes';
import { type Mrz, parseMrz } from './parse-mrz';
import type { PrintedLine } from './printed-line';
import { LINE_HEIGHT, readLine } from './read-line';
import { CERTAIN } from './read-printed-line';
import { charactersSeen, textByVotes, resolveCells } from './resolve-mrz';
import type { Word } from './text-engine';

export interface MrzReading extends Mrz {
  /** Characters were exchanged to make the check digits right. */
  isRepaired: boolean;
  /** Another reading of the zone, or the print, shows every character that was exchanged. */
  isConfirmed: boolean;
  /** Other texts with right check digits, where several are possible. */
  alternatives: string[][];
  lines: string[];
  /** The rows before any exchange. */
  asRead: string[];
  /** The rows before letters and digits were fitted to their places, too. */
  unfitted: string[];
  /** The boxes of the rows. */
  rows: Box[];
  /** All characters that any reading saw at each place. */
  seen: string[][];
  box: Box;
}

/** The heights at which the rows are read, until all check digits are right. */
const HEIGHTS = [LINE_HEIGHT, 40, 22];
/** As many certain words, with spaces between them, are print. */
const MIN_WORDS_OF_PRINT = 3;

/**
 * Reads the machine readable zone in the rows. All readings vote on each character. Null where it is not a zone.
 * `alreadyRead` may have rows at the first height.
 */
export function readMrz(
  engines: Pick<Engines, 'cv' | 'text'>,
  normalized: Picture,
  rows: Box[],
  alreadyRead: Map<Box, PrintedLine> = new Map(),
): MrzReading | null {
  if (rows.length < 2) return null;
  const box = rows.reduce(boundingBox);
  const readings: Word[][][] = rows.map(() => []);
  let best: MrzReading | null = null;
  for (const height of HEIGHTS) {
    rows.forEach((row, i) => {
      const known = height === LINE_HEIGHT ? alreadyRead.get(row) : undefined;
      readings[i]!.push((known ?? readLine(engines, normalized, row, height)).words);
    });
    const kind = kindOf(readings);
    if (!kind) continue;
    const { lines: lineCount, length } = mrzLayouts[kind];
    const used = rows.slice(-lineCount);
    const cells = used.map((row, i) => countVotes(readings[rows.length - used.length + i]!, row, length));
    const { lines, isRepaired, alternatives } = resolveCells(cells, kind);
    best = {
      ...parseMrz(lines, kind),
      isRepaired,
      isConfirmed: false,
      alternatives,
      lines,
      box,
      asRead: textByVotes(cells, kind),
      unfitted: cells.map((row) => row.map((cell) => cell[0]?.letter ?? '<').join('')),
      rows: used,
      seen: charactersSeen(cells, kind),
    };
    if (!isRepaired && Object.values(best.checkDigits).every(Boolean)) break;
  }
  return best && isPlausible(best) ? best : null;
}

/** Whether rows that were taken for those of a zone are print: words with spaces between them, and not one filler. */
export function isPrint(rows: PrintedLine[]): boolean {
  if (rows.some(hasFiller)) return false;
  const words = rows.flatMap((row) => row.words);
  const certain = words.filter(({ text, confidence }) => confidence >= CERTAIN && text.length >= 3);
  return certain.length >= MIN_WORDS_OF_PRINT;
}

export const hasFiller = ({ text }: PrintedLine): boolean => text.includes('<');

/** Other long lines of text have no fillers, no document code, no country codes and hardly a right check digit. */
export function isPlausible(mrz: Omit<MrzReading, 'rows' | 'box'>): boolean {
  const { code, issuer, nationality, checkDigits, seen } = mrz;
  const right = Object.values(checkDigits).filter(Boolean).length;
  const countries = [issuer, nationality].filter((text) => countryCode(text) !== null).length;
  return /^[IACPV]/.test(code) && seen.some(hasFillers) && right + countries >= 2;
}

/** Several fillers follow one another, and were seen: a place without a character counts as a filler, too. */
const hasFillers = (row: string[]) => row.some((at, i) => at.includes('<') && row[i + 1]?.includes('<'));

/** By the number of rows and the median number of characters. */
function kindOf(readings: Word[][][]): MrzKind | null {
  if (readings.length === 3) return 'TD1';
  const lengths = readings.flat().map((words) => words.reduce((sum, word) => sum + word.letters.length, 0));
  const median = lengths.sort((a, b) => a - b)[lengths.length >> 1] ?? 0;
  if (median < 24) return null;
  return median > 40 ? 'TD3' : 'TD2';
}
