import type { SideName } from '../reading';

/** The picture was rejected before decoding, or cannot be decoded. The message is safe to show. */
export class ImageRefused extends Error {
  readonly status = 422;
}

/** The picture of one side cannot be decoded, or shows nothing. */
export class SideRefused extends ImageRefused {
  constructor(
    readonly side: SideName,
    reason: string,
  ) {
    super(reason);
  }
}

export const damaged = () => new ImageRefused('The image is damaged or incomplete');
export const tooSmall = () => new ImageRefused('The image is too small to read a card');
export const blank = () => new ImageRefused('The image shows nothing');
export const animated = () => new ImageRefused('The image has more than one frame');
export const trailingData = () => new ImageRefused('The image carries other data behind the picture');
export const tooComplex = () => new ImageRefused('The image has more parts than a camera makes');
export const unsupported = () => new ImageRefused('The image is a rare kind of JPEG; send a usual one');

export interface Dimensions {
  width: number;
  height: number;
}

/** A picture that may be decoded and stored: it carries no metadata but the orientation. */
export interface CleanPicture extends Dimensions {
  bytes: Buffer;
}
