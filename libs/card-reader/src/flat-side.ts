import { evenLight } from './even-light';
import type { FaceNetwork } from './face-weights';
import { type Faces, findFaces } from './faces';
import { findCard } from './find-card';
import { findLines } from './find-lines';
import { flatten } from './flatten';
import { type Box, type Picture, toGrey, turned } from './picture';
import { LINE_HEIGHT, type PrintedLine, readLine } from './read-lines';
import type { TextEngine } from './text-engine';
import type { Trace } from './trace';
import type { Vision } from './vision';

export interface Engines {
  cv: Vision;
  text: TextEngine;
  network: FaceNetwork;
}

/** A side from straight above and the right way up, as far as its print tells. */
export interface FlatSide {
  flat: Picture;
  grey: Picture;
  even: Picture;
  cardFound: boolean;
  /** Where print may stand. */
  boxes: Box[];
  /** What was already read to find out which way is up. */
  known: Map<Box, PrintedLine>;
  faces: Faces;
}

const noFaces: Faces = { boxes: [], score: 0, surest: [] };

export async function flattenSide(engines: Engines, picture: Picture, trace: Trace): Promise<FlatSide> {
  const { cv } = engines;
  const corners = await trace('find card', () => findCard(cv, picture));
  const flat = await trace('flatten', () => flatten(cv, picture, corners));
  const given = await looked(engines, flat, corners !== null, trace);
  if (given.sense >= CLEAR_SENSE) return given.side;
  const other = await looked(engines, await turned(flat, 180), corners !== null, trace);
  return other.sense > given.sense ? other.side : given.side;
}

async function looked(engines: Engines, flat: Picture, cardFound: boolean, trace: Trace) {
  const { cv } = engines;
  const grey = await toGrey(flat);
  const even = await trace('even light', () => evenLight(cv, grey));
  const boxes = await trace('find lines', () => findLines(cv, even));
  const known = new Map<Box, PrintedLine>();
  const side: FlatSide = { flat, grey, even, cardFound, boxes, known, faces: noFaces };
  const sense = await trace('which way up', () => probe(engines, side));
  return { side, sense };
}

const PROBES = 10;
const CLEAR_SENSE = 14;

/**
 * How many letters the engine surely reads in a few well shaped lines; stops as soon as that is clear. Upside down there
 * are next to none.
 */
function probe({ cv, text }: Engines, { even, boxes, known }: FlatSide): number {
  const shaped = boxes.filter(({ width, height }) => width > height * 3 && width < height * 20 && height < 45);
  const likely = shaped.sort((a, b) => b.height - a.height).slice(0, PROBES);
  let sense = 0;
  for (const box of likely) {
    const line = readLine(cv, text, even, box, LINE_HEIGHT);
    known.set(box, line);
    const sure = line.words.filter((word) => word.sure > 85 && /^[\p{L}\d][\p{L}\d.,:/-]{3,}$/u.test(word.text));
    sense += sure.reduce((sum, word) => sum + word.text.length, 0);
    if (sense >= CLEAR_SENSE) break;
  }
  return sense;
}

/** The side with its faces. A side whose print did not tell which way is up is turned the way its face looks. */
export async function withFaces<S extends FlatSide>({ cv, network }: Engines, side: S, trace: Trace): Promise<S> {
  const faces = await trace('faces', () => findFaces(cv, network, side.flat));
  return { ...side, faces };
}
