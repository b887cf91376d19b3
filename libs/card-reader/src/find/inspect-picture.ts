import { hashPicture } from '../picture/picture-hash';
import type { Picture } from '../picture/picture';
import type { Trace } from '../trace';
import { findScreenGrid } from './find-screen-grid';
import type { FlatCard } from './flatten-picture';

/** What the picture itself says, whatever is on the card. */
export interface PictureMarks {
  onScreen: boolean;
  /** Null if it was not asked for. */
  hash: string | null;
}

/** Looks at what is lost when the card is flattened: the finest pixels, and how the card lies in the picture. */
export async function inspectPicture(
  image: Buffer,
  picture: Picture,
  { corners }: FlatCard,
  { hashes, trace }: { hashes: boolean; trace: Trace },
): Promise<PictureMarks> {
  const onScreen = await trace('find screen', () => findScreenGrid(image, picture, corners));
  const hash = hashes ? await trace('hash picture', () => hashPicture(picture, boxOf(picture, corners))) : null;
  return { onScreen, hash };
}

/** The part of the picture that holds the card: the same in a copy that was cropped. */
function boxOf({ width, height }: Picture, corners: FlatCard['corners']) {
  const [xs, ys] = [corners.map(({ x }) => x * width), corners.map(({ y }) => y * height)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
