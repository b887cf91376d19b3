import type { OpenCv } from '../picture/opencv';
import type { Picture } from '../picture/picture';
import type { Trace } from '../trace';
import { findCard } from './find-card';
import { flattenCard } from './flatten';

export interface FlatCard {
  color: Picture;
  /** False where no outline was found: the whole picture is taken for the card. */
  cardFound: boolean;
}

/** Finds the card in a picture and corrects its perspective. */
export async function flattenPicture(cv: OpenCv, picture: Picture, trace: Trace): Promise<FlatCard> {
  const corners = await trace('find card', () => findCard(cv, picture));
  const color = await trace('flatten', () => flattenCard(cv, picture, corners));
  return { color, cardFound: corners !== null };
}
