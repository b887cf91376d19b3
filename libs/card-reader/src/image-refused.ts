/** A picture refused before decoding; the message is safe to show. */
export class ImageRefused extends Error {
  readonly status = 422;
}

export const damaged = () => new ImageRefused('The image is damaged or incomplete');
export const animated = () => new ImageRefused('The image has more than one frame');
export const trailing = () => new ImageRefused('The image carries other data behind the picture');

export interface Extent {
  width: number;
  height: number;
}
