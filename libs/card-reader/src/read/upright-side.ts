import { type Faces, noFaces } from '../find/find-faces';
import { type PrintRegions, findPrint } from '../find/find-print';
import { type FlatCard, type Turn, turnsOfUprightPrint, turnsWorthTrying, turnCard } from '../find/flatten-picture';
import { quadArea } from '../find/quads';
import { isMostlyWithin } from '../picture/boxes';
import type { Box } from '../picture/picture';
import type { Trace } from '../trace';
import type { Engines } from './engines';
import type { PrintedLine } from './printed-line';
import { LINE_HEIGHT, readLine } from './read-line';
import { hasFiller } from './read-mrz';

/** A side seen from straight above and the right way up, as far as its print tells. */
export interface UprightSide extends PrintRegions, FlatCard {
  /** Lines that were read to find out which way is up; they need not be read again. */
  alreadyRead: Map<Box, PrintedLine>;
  faces: Faces;
  /** The first turns seemed clear: others were not compared. */
  seemedClear: boolean;
}

const MAX_PROBED_LINES = 10;
/** This many certain letters prove that the print is the right way up. */
const CLEAR_LETTERS = 14;
/** Each of the probed lines is read. */
const ALL_LETTERS = Infinity;
/** An outline with fewer certain letters may be no card's. */
const FEW_LETTERS = 8;
/** An outline of more than this share of the picture leaves no room for a larger card around it. */
const MAX_PART_SHARE = 0.65;
const MIN_WORD_CONFIDENCE = 85;
/** The names in the zone: upright above 70, upside down below 45. No other row of the zone separates as well. */
const CLEAR_ROW_CONFIDENCE = 70;
const MIN_ROW_LETTERS = 20;

interface Probe {
  side: UprightSide;
  letters: number;
}

/**
 * The card the right way up. Where the outline is that of a part of the picture without a clear word, it may be the
 * portrait's: the whole picture counts then, if that has clear words.
 */
export async function turnUpright(
  engines: Engines,
  card: FlatCard,
  trace: Trace,
  whole?: () => Promise<FlatCard>,
): Promise<UprightSide> {
  const { side, letters } = await bestTurn(engines, card, trace);
  const mayBePart = whole && card.cardFound && quadArea(card.corners) <= MAX_PART_SHARE;
  if (!mayBePart || letters >= FEW_LETTERS) return side;
  const other = await bestTurn(engines, await whole(), trace);
  return other.letters >= CLEAR_LETTERS ? other.side : side;
}

/** Compares the possible ways up in turn, and stops at the first one that clearly makes sense. */
async function bestTurn(engines: Engines, card: FlatCard, trace: Trace): Promise<Probe> {
  let best: Probe | undefined;
  for (const turn of turnsWorthTrying) {
    const tried = await probeTurn(engines, card, turn, trace);
    if (tried.letters >= CLEAR_LETTERS) return { ...tried, side: { ...tried.side, seemedClear: true } };
    best = best ? moreLegible(best, tried) : tried;
  }
  return best!.letters >= FEW_LETTERS ? best! : bestOfUprightPrint(engines, card, best!, trace);
}

/** Turned by 90 degrees, print that is upright has longer lines: these turns are compared only then. */
async function bestOfUprightPrint(engines: Engines, card: FlatCard, best: Probe, trace: Trace): Promise<Probe> {
  const [turn, opposite] = turnsOfUprightPrint;
  const turned = await sideTurned(engines, card, turn, trace);
  if (widthOfLines(turned) < widthOfLines(best.side) * MIN_GAIN_OF_WIDTH) return best;
  const other = await sideTurned(engines, card, opposite, trace);
  // Both are counted to the end: there are lines enough to mislead in the first ones.
  const probes = [];
  for (const side of [turned, other]) probes.push(await probe(engines, side, trace, ALL_LETTERS));
  return probes.reduce(moreLegible, best);
}

const MIN_GAIN_OF_WIDTH = 1.5;

const widthOfLines = ({ lineBoxes }: UprightSide) =>
  lineBoxes.filter(isWellShaped).reduce((sum, { width }) => sum + width, 0);

const isWellShaped = ({ width, height }: Box) => width > height * 3 && width < height * 20 && height < 45;

const moreLegible = (one: Probe, other: Probe) => (one.letters >= other.letters ? one : other);

/** The card turned, with the certain letters of a few of its lines. */
export const probeTurn = async (engines: Engines, card: FlatCard, turn: Turn, trace: Trace): Promise<Probe> =>
  probe(engines, await sideTurned(engines, card, turn, trace), trace);

async function sideTurned(engines: Engines, card: FlatCard, turn: Turn, trace: Trace): Promise<UprightSide> {
  const turned = await turnCard(card, turn);
  const regions = await findPrint(engines.cv, turned.color, trace);
  return { ...turned, ...regions, alreadyRead: new Map(), faces: noFaces, seemedClear: false };
}

async function probe(engines: Engines, side: UprightSide, trace: Trace, enough = CLEAR_LETTERS): Promise<Probe> {
  return { side, letters: await trace('which way up', () => countCertainLetters(engines, side, enough)) };
}

/** Reads the last row of the zone, then a few well-shaped lines, until the result is clear. */
function countCertainLetters(engines: Engines, side: UprightSide, enough: number): number {
  const read = (box: Box) => readOnce(engines, side, box);
  const lastRow = side.mrzRows.at(-1);
  if (lastRow && isClearRow(read(lastRow))) return CLEAR_LETTERS;
  const largest = linesOutsideZone(engines, side)
    .filter(isWellShaped)
    .sort((a, b) => b.height - a.height);
  let letters = 0;
  for (const box of largest.slice(0, MAX_PROBED_LINES)) {
    letters += certainLetters(read(box));
    if (letters >= enough) break;
  }
  return letters;
}

/** The zone is read row by row: its last row, which is read first, tells it from print. */
export function linesOutsideZone(engines: Engines, side: UprightSide): Box[] {
  const lastRow = side.mrzRows.at(-1);
  if (!lastRow || !hasFiller(readOnce(engines, side, lastRow))) return side.lineBoxes;
  return side.lineBoxes.filter((box) => !side.mrzRows.some((row) => isMostlyWithin(box, row)));
}

/** Reads a line at the first height, and keeps it for the later stages. */
export function readOnce(engines: Engines, { normalized, alreadyRead }: UprightSide, box: Box): PrintedLine {
  const line = alreadyRead.get(box) ?? readLine(engines, normalized, box, LINE_HEIGHT);
  alreadyRead.set(box, line);
  return line;
}

const isClearRow = ({ confidence, words }: PrintedLine) =>
  confidence >= CLEAR_ROW_CONFIDENCE && words.reduce((sum, word) => sum + word.letters.length, 0) >= MIN_ROW_LETTERS;

/** Upside down, hardly any word is certain. */
export function certainLetters({ words }: PrintedLine): number {
  const certain = words.filter(
    (word) => word.confidence > MIN_WORD_CONFIDENCE && /^[\p{L}\d][\p{L}\d.,:/-]{3,}$/u.test(word.text),
  );
  return certain.reduce((sum, word) => sum + word.text.length, 0);
}
