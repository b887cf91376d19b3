import { withFaces } from './find/find-faces';
import { flattenPicture, flattenWhole } from './find/flatten-picture';
import { type PictureMarks, inspectPicture } from './find/inspect-picture';
import type { Picture } from './picture/picture';
import { clearSide } from './read/clear-side';
import type { Engines } from './read/engines';
import { type Side, readSide } from './read/read-side';
import { lookAgainIfNonsense } from './read/second-look';
import { turnUpright } from './read/upright-side';
import type { SideName } from './reading';
import type { Trace } from './trace';

/** A side as far as it can be read without the other one: plain data, which may come from another process. */
export type ExaminedSide = Side & PictureMarks;

interface GivenSide {
  side: SideName;
  image: Buffer;
  picture: Picture;
  hashes: boolean;
}

/**
 * Faces are looked for on the front, before its print is read. A back without a zone may be a second front: its faces
 * tell that.
 */
export async function examineSide(engines: Engines, given: GivenSide, trace: Trace): Promise<ExaminedSide> {
  const { side, image, picture, hashes } = given;
  const flat = await flattenPicture(engines.cv, picture, trace);
  const marks = await inspectPicture(image, picture, flat, { hashes, trace });
  const upright = await turnUpright(engines, flat, trace, () => flattenWhole(engines.cv, picture, trace));
  const clear = await clearSide(engines, upright, trace);
  const first = await readSide(engines, side === 'front' ? await withFaces(engines, clear, trace) : clear, trace);
  const read = await lookAgainIfNonsense(engines, first, trace);
  // Faces are not found upside down.
  const hasUnknownFaces = side === 'front' ? read !== first : read.mrz === null;
  return { ...(hasUnknownFaces ? await withFaces(engines, read, trace) : read), ...marks };
}
