import type { OpenCv } from '../picture/opencv';
import { type Picture, rotate } from '../picture/picture';
import type { Trace } from '../trace';
import { findCard } from './find-card';
import { flattenCard, landscapeCorners } from './flatten';
import type { Quad } from './quads';

export interface FlatCard {
  color: Picture;
  /** False where no outline was found: the whole picture is taken for the card. */
  cardFound: boolean;
  /** Where the corners of `color` are in the picture, as shares of its width and height. */
  corners: Quad;
}

/** In degrees, clockwise. */
export type Turn = 0 | 90 | 180 | 270;

/** Finds the card in a picture and corrects its perspective. */
export async function flattenPicture(cv: OpenCv, picture: Picture, trace: Trace): Promise<FlatCard> {
  return flattenOutline(cv, picture, await trace('find card', () => findCard(cv, picture)), trace);
}

/** Takes the whole picture for the card. */
export const flattenWhole = (cv: OpenCv, picture: Picture, trace: Trace): Promise<FlatCard> =>
  flattenOutline(cv, picture, null, trace);

async function flattenOutline(cv: OpenCv, picture: Picture, outline: Quad | null, trace: Trace): Promise<FlatCard> {
  const color = await trace('flatten', () => flattenCard(cv, picture, outline));
  const shares = landscapeCorners(picture, outline).map(({ x, y }) => ({
    x: x / picture.width,
    y: y / picture.height,
  }));
  return { color, cardFound: outline !== null, corners: shares as Quad };
}

/** The long sides are horizontal by now. */
export const turnsWorthTrying: Turn[] = [0, 180];
/** The front of some cards is printed upright. */
export const turnsOfUprightPrint = [90, 270] as const;

/** The same card turned. */
export async function turnCard({ color, cardFound, corners }: FlatCard, turn: Turn): Promise<FlatCard> {
  if (turn === 0) return { color, cardFound, corners };
  return {
    color: await rotate(color, turn),
    cardFound,
    corners: corners.map((_, i) => corners[(i + 4 - turn / 90) % 4]!) as Quad,
  };
}
