import { type FoundFace, facesIn } from './face-network';
import type { FaceNetwork } from './face-weights';
import { findCopies } from './find-copies';
import { type Box, type Picture, cut, resized, toGrey, toJpeg, toSharp } from './picture';
import type { Vision } from './vision';

/** Widths the whole card is looked at; the second costs twice the first and is only for faces not seen at once. */
const WIDTHS = [288, 416];
const LEAST_SCORE = 0.35;
const CLEAR_SCORE = 0.6;
/** How wide a doubtful face is looked at from near, and how clear it must be then. */
const CLOSE_WIDTH = 160;
const CLOSE_SCORE = 0.55;
/** The face of a main portrait takes at least this share of a card. */
const LEAST_SHARE = 0.012;
/** A portrait shows more than the face: this much on every side. */
const MARGIN = 0.35;

export interface Faces {
  /** In pixels of the flattened card, the largest first. */
  boxes: Box[];
  /** How sure the network is of the first, 0 to 1. */
  score: number;
  /** The one the network is surest of: there is no print. */
  surest: Box[];
}

/** The faces of a flattened card: what the network finds, and smaller copies of the largest, as many cards print one. */
export async function findFaces(cv: Vision, network: FaceNetwork, flat: Picture): Promise<Faces> {
  const found = await seen(network, flat);
  const boxes = found.map((face) => portrait(face, flat)).sort((a, b) => b.width * b.height - a.width * a.height);
  const main = boxes[0];
  if (!main) return { boxes: [], score: 0, surest: [] };
  const likenesses = findCopies(cv, await toGrey(flat), main);
  const copies = likenesses.filter((copy) => !boxes.some((box) => overlap(box, copy) > 0.3));
  return { boxes: [...boxes, ...copies], score: found[0]!.score, surest: [portrait(found[0]!, flat)] };
}

/** Main faces, the surest first; the second width is only for those not clear at the first. */
async function seen(network: FaceNetwork, flat: Picture): Promise<FoundFace[]> {
  let best: FoundFace[] = [];
  for (const width of WIDTHS) {
    const found = single(facesIn(network, await looked(flat, width), LEAST_SCORE))
      .filter(isMain)
      .filter(isClearOrFirst);
    if (scoreOf(found) > scoreOf(best)) best = found;
    if (scoreOf(best) >= CLEAR_SCORE) return best;
  }
  const first = best[0];
  return first && (await seenCloser(network, flat, first)) ? best : [];
}

/** The surest may be doubtful; a second one beside it must not. */
const isClearOrFirst = (face: FoundFace, at: number) => at === 0 || face.score >= CLEAR_SCORE;

const scoreOf = (faces: FoundFace[]) => faces[0]?.score ?? 0;

export const cutFaces = (flat: Picture, { boxes }: Faces): Promise<Buffer[]> =>
  Promise.all(boxes.map(async (box) => toJpeg(await cut(flat, box))));

/** Whether what might be a face from afar is one from near: flowers and seals are not. */
async function seenCloser(network: FaceNetwork, flat: Picture, face: FoundFace): Promise<boolean> {
  const around = portrait(face, flat);
  const near = await cut(flat, {
    x: around.x - around.width * 0.3,
    y: around.y - around.height * 0.3,
    width: around.width * 1.6,
    height: around.height * 1.6,
  });
  return facesIn(network, await looked(near, CLOSE_WIDTH), CLOSE_SCORE).length > 0;
}

const isMain = (face: FoundFace) => face.width * face.height >= LEAST_SHARE;

/** Small, and with the whole range of brightness: the network sees nothing in the dark. */
async function looked(flat: Picture, width: number): Promise<Picture> {
  const small = await resized(flat, width, Math.round((width * flat.height) / flat.width));
  const data = await toSharp(small).normalise({ lower: 2, upper: 98 }).raw().toBuffer();
  return { ...small, data };
}

/** The best of every bundle of overlapping boxes. */
function single(faces: FoundFace[]): FoundFace[] {
  const kept: FoundFace[] = [];
  for (const face of [...faces].sort((a, b) => b.score - a.score)) {
    if (!kept.some((other) => overlap(other, face) > 0.3)) kept.push(face);
  }
  return kept;
}

function portrait(face: FoundFace, { width, height }: Picture): Box {
  const x = Math.max(0, (face.x - face.width * MARGIN) * width);
  const y = Math.max(0, (face.y - face.height * MARGIN) * height);
  return {
    x,
    y,
    width: Math.min(width - x, face.width * (1 + 2 * MARGIN) * width),
    height: Math.min(height - y, face.height * (1 + 2 * MARGIN) * height),
  };
}

function overlap(a: Box, b: Box): number {
  const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? (w * h) / Math.min(a.width * a.height, b.width * b.height) : 0;
}
