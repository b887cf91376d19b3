import sharp from 'sharp';
import type { Picture, Point } from './picture';

/** Pixels of a picture as it was sent: a part of it, in the orientation of the camera. */
export interface NativePixels {
  part: Picture;
  left: number;
  top: number;
  /** Of the whole picture. */
  width: number;
  height: number;
  /** From shares of the upright picture to shares of the whole picture. */
  toNative: (share: Point) => Point;
}

/** Rows of a larger picture that are decoded. */
const BAND_HEIGHT = 384;

/** What a camera writes as EXIF orientation: where a place of the upright picture is in the stored one. */
const places: Record<number, (share: Point) => Point> = {
  1: ({ x, y }) => ({ x, y }),
  2: ({ x, y }) => ({ x: 1 - x, y }),
  3: ({ x, y }) => ({ x: 1 - x, y: 1 - y }),
  4: ({ x, y }) => ({ x, y: 1 - y }),
  5: ({ x, y }) => ({ x: y, y: x }),
  6: ({ x, y }) => ({ x: y, y: 1 - x }),
  7: ({ x, y }) => ({ x: 1 - y, y: 1 - x }),
  8: ({ x, y }) => ({ x: 1 - y, y: x }),
};

/**
 * The pixels around the middle of a quad before the picture was scaled down: `upright` itself if it was not, otherwise
 * the rows above the middle. A decoder stops after them, and neither rotates nor holds the whole picture.
 */
export async function nativePixels(image: Buffer, upright: Picture, quad: Point[]): Promise<NativePixels> {
  const { width, height, orientation = 1 } = await sharp(image).metadata();
  if (Math.max(width, height) <= Math.max(upright.width, upright.height))
    return { part: upright, left: 0, top: 0, width: upright.width, height: upright.height, toNative: places[1]! };
  const toNative = places[orientation] ?? places[1]!;
  const ys = quad.map((corner) => toNative(corner).y * height);
  const middle = (Math.min(...ys) + Math.max(...ys)) / 2;
  const bandHeight = Math.min(BAND_HEIGHT, height);
  const top = Math.round(Math.min(Math.max(0, middle - bandHeight), height - bandHeight));
  const band = sharp(image, { failOn: 'error' }).extract({ left: 0, top, width, height: bandHeight });
  const { data } = await band.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { part: { data, width, height: bandHeight, channels: 3 }, left: 0, top, width, height, toNative };
}
