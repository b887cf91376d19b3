import { areaOf, intersectionArea } from '../picture/boxes';
import type { OpenCv } from '../picture/opencv';
import { type Box, type Picture, crop, resize, toGrey, toSharp } from '../picture/picture';
import type { Trace } from '../trace';
import { type DetectedFace, detectFaces } from './face-network';
import type { FaceNetwork } from './face-weights';
import { findPortraitCopies } from './find-portrait-copies';

/** The widths at which the network sees the whole card. The second costs twice the first: only for unclear faces. */
const WIDTHS = [288, 416];
const MIN_SCORE = 0.35;
const CLEAR_SCORE = 0.6;
/** The width of the close-up that must confirm an unclear face, and the score it needs there. */
const CLOSE_UP_WIDTH = 160;
const MIN_CLOSE_UP_SCORE = 0.55;
/** The minimum share of the card that the face of a main portrait covers. */
const MIN_AREA_SHARE = 0.012;
/** A portrait is larger than its face by this share on every side. */
const PORTRAIT_MARGIN = 0.35;
/** What is above and below a face in its portrait, as shares of its height. */
const [HAIR, NECK] = [0.18, 0.26];
/** Boxes that share more than this of the smaller one show the same face. */
const MAX_OVERLAP = 0.3;

export interface Faces {
  /** Portraits in pixels of the flattened card, the largest first. */
  boxes: Box[];
  /** The score of the most certain face, 0 to 1. */
  score: number;
  /** The most certain face, if any, with hair and neck: it contains no print. */
  head: Box[];
}

export const noFaces: Faces = { boxes: [], score: 0, head: [] };

interface FaceEngines {
  cv: OpenCv;
  network: FaceNetwork;
}
type WithPicture = { color: Picture; faces: Faces };

/** The side with its faces. */
export async function withFaces<S extends WithPicture>(
  { cv, network }: FaceEngines,
  side: S,
  trace: Trace,
  detect = detectPortraits,
): Promise<S> {
  const faces = await trace('faces', () => findFaces(cv, network, side.color, detect));
  return { ...side, faces };
}

/** The side with the faces of heads that are tilted: the network knows upright ones. */
export const withTiltedFaces = <S extends WithPicture>(engines: FaceEngines, side: S, trace: Trace): Promise<S> =>
  withFaces(engines, side, trace, detectTilted);

/** The faces of a flattened card: those the network detects, and a smaller copy of the largest. */
async function findFaces(
  cv: OpenCv,
  network: FaceNetwork,
  card: Picture,
  detect: typeof detectPortraits,
): Promise<Faces> {
  const detected = await detect(network, card);
  const boxes = detected.map((face) => portraitBox(face, card)).sort((a, b) => areaOf(b) - areaOf(a));
  const main = boxes[0];
  if (!main) return noFaces;
  const copies = findPortraitCopies(cv, await toGrey(card), main);
  const newCopies = copies.filter((copy) => !boxes.some((box) => overlap(box, copy) > MAX_OVERLAP));
  return {
    boxes: [...boxes, ...newCopies],
    score: detected[0]!.score,
    head: [headBox(detected[0]!, card)],
  };
}

/** Faces of main portraits, the most certain first. Looks again at the second width only if the first is unclear. */
async function detectPortraits(network: FaceNetwork, card: Picture): Promise<DetectedFace[]> {
  let best: DetectedFace[] = [];
  for (const width of WIDTHS) {
    const found = suppressOverlaps(detectFaces(network, await networkInput(card, width), MIN_SCORE))
      .filter(isLarge)
      .filter(isClearOrFirst);
    if (scoreOf(found) > scoreOf(best)) best = found;
    if (scoreOf(best) >= CLEAR_SCORE) return best;
  }
  const first = best[0];
  return first && (await isConfirmedByCloseUp(network, card, first)) ? best : [];
}

/** In degrees, one way and the other. */
const TILTS = [-20, 20];
const MIN_TILTED_SCORE = 0.65;

async function detectTilted(network: FaceNetwork, card: Picture): Promise<DetectedFace[]> {
  for (const angle of TILTS) {
    const turned = await turnedBy(angle, card);
    const [face] = suppressOverlaps(detectFaces(network, await networkInput(turned, WIDTHS[1]!), MIN_TILTED_SCORE));
    if (face && isLarge(face) && (await isConfirmedByCloseUp(network, turned, face)))
      return [turnedBack(face, angle, turned, card)];
  }
  return [];
}

async function turnedBy(angle: number, card: Picture): Promise<Picture> {
  const turned = toSharp(card).rotate(angle, { background: '#808080' }).raw();
  const { data, info } = await turned.toBuffer({ resolveWithObject: true });
  return { ...card, data, width: info.width, height: info.height };
}

/** The face where it is in the card before it was turned around its middle. */
function turnedBack(face: DetectedFace, angle: number, turned: Picture, card: Picture): DetectedFace {
  const [width, height] = [(face.width * turned.width) / card.width, (face.height * turned.height) / card.height];
  const [dx, dy] = [face.x + face.width / 2 - 0.5, face.y + face.height / 2 - 0.5] as const;
  const [right, down] = [dx * turned.width, dy * turned.height];
  const [cos, sin] = [Math.cos((-angle * Math.PI) / 180), Math.sin((-angle * Math.PI) / 180)];
  const x = 0.5 + (right * cos - down * sin) / card.width - width / 2;
  const y = 0.5 + (right * sin + down * cos) / card.height - height / 2;
  return { x, y, width, height, score: face.score };
}

/** The most certain face may be unclear; every other one must be clear. */
const isClearOrFirst = (face: DetectedFace, index: number) => index === 0 || face.score >= CLEAR_SCORE;

const isLarge = (face: DetectedFace) => areaOf(face) >= MIN_AREA_SHARE;
const scoreOf = (faces: DetectedFace[]) => faces[0]?.score ?? 0;

/** Flowers and seals resemble a face from afar, but not in a close-up. */
async function isConfirmedByCloseUp(network: FaceNetwork, card: Picture, face: DetectedFace): Promise<boolean> {
  const portrait = portraitBox(face, card);
  const closeUp = await crop(card, {
    x: portrait.x - portrait.width * 0.3,
    y: portrait.y - portrait.height * 0.3,
    width: portrait.width * 1.6,
    height: portrait.height * 1.6,
  });
  return detectFaces(network, await networkInput(closeUp, CLOSE_UP_WIDTH), MIN_CLOSE_UP_SCORE).length > 0;
}

/** Reduced, and stretched to the full range of brightness: the network detects nothing in a dark picture. */
async function networkInput(card: Picture, width: number): Promise<Picture> {
  const small = await resize(card, width, Math.round((width * card.height) / card.width));
  const data = await toSharp(small).normalise({ lower: 2, upper: 98 }).raw().toBuffer();
  return { ...small, data };
}

/** Non-maximum suppression: of boxes that overlap, keeps the one with the highest score. */
function suppressOverlaps(faces: DetectedFace[]): DetectedFace[] {
  const kept: DetectedFace[] = [];
  for (const face of [...faces].sort((a, b) => b.score - a.score)) {
    if (!kept.some((other) => overlap(other, face) > MAX_OVERLAP)) kept.push(face);
  }
  return kept;
}

function portraitBox(face: DetectedFace, { width, height }: Picture): Box {
  const x = Math.max(0, (face.x - face.width * PORTRAIT_MARGIN) * width);
  const y = Math.max(0, (face.y - face.height * PORTRAIT_MARGIN) * height);
  return {
    x,
    y,
    width: Math.min(width - x, face.width * (1 + 2 * PORTRAIT_MARGIN) * width),
    height: Math.min(height - y, face.height * (1 + 2 * PORTRAIT_MARGIN) * height),
  };
}

/** The print beside a portrait may begin where the network sees the end of the face: only the height grows. */
export const headBox = ({ x, y, width: w, height: h }: DetectedFace, { width, height }: Picture): Box => ({
  x: x * width,
  y: (y - h * HAIR) * height,
  width: w * width,
  height: h * (1 + HAIR + NECK) * height,
});

/** The shared area, as a share of the smaller box. */
function overlap(a: Box, b: Box): number {
  const shared = intersectionArea(a, b);
  return shared > 0 ? shared / Math.min(areaOf(a), areaOf(b)) : 0;
}
