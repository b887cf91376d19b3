import type { OpenCv } from '../picture/opencv';
import { type Picture, resize, rotate } from '../picture/picture';
import type { Trace } from '../trace';
import { findCard, isCardShaped } from './find-card';
import { flattenCard, landscapeCorners } from './flatten';
import type { Quad } from './quads';

export interface FlatCard {
  color: Picture;
  /** False where no outline was found: the whole picture is taken for the card. */
  cardFound: boolean;
  /** Where the corners of `color` are in the picture, as shares of its width and height. */
  corners: Quad;
}

/** Clockwise, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

/** Finds the card in a picture and corrects its perspective. */
export async function flattenPicture(cv: OpenCv, picture: Picture, trace: Trace): Promise<FlatCard> {
  const outline = await trace('find card', () => findCard(cv, picture));
  const color = await trace('flatten', () => flattenCard(cv, picture, outline));
  const shares = landscapeCorners(picture, outline).map(({ x, y }) => ({
    x: x / picture.width,
    y: y / picture.height,
  }));
  return { color, cardFound: outline !== null, corners: shares as Quad };
}

/** An outline shows which sides are the long ones. A whole picture may contain the card in either direction. */
export const turnsWorthTrying = ({ color, cardFound }: FlatCard): Turn[] =>
  cardFound || isCardShaped(color) ? [0, 180] : [0, 180, 90, 270];

/** The same card turned, in the same width. */
export async function turnCard({ color, cardFound, corners }: FlatCard, turn: Turn): Promise<FlatCard> {
  if (turn === 0) return { color, cardFound, corners };
  const turned = await rotate(color, turn);
  const height = Math.round((turned.height / turned.width) * color.width);
  const quarters = turn / 90;
  return {
    color: await resize(turned, color.width, height),
    cardFound,
    corners: corners.map((_, i) => corners[(i + 4 - quarters) % 4]!) as Quad,
  };
}
