import sharp from 'sharp';
import { blank, damaged, tooSmall } from './image-refused';
import { isBlank } from './is-blank';

// One thread of libvips per process: the other cores belong to the other readers.
sharp.concurrency(1);
sharp.cache(false);

/** Pixels row by row, without padding. */
export interface Picture {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 3;
}

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const MAX_SIDE = 2000;
/** The print of a smaller card has no legible letters. */
const MIN_SIDE = 300;
/** A decoder fills what is missing with one colour. */
const MAX_FLAT_SHARE = 0.02;

/** Decodes a picture, rotates it by its EXIF orientation and limits its size to what reading needs. */
export async function decodePicture(image: Buffer): Promise<Picture> {
  const picture = await decodeWhole(image);
  if (Math.max(picture.width, picture.height) < MIN_SIDE) throw tooSmall();
  if (isBlank(await thumbnailOf(picture))) throw blank();
  return picture;
}

/** Small and grey: enough to tell whether a picture shows anything. */
const thumbnailOf = (picture: Picture) =>
  toPicture(toSharp(picture).resize({ width: 640, height: 640, fit: 'inside', withoutEnlargement: true }), 1);

/** A warning of the decoder may mean that the rest of the data is gone: it fills the rest with one colour. */
async function decodeWhole(image: Buffer): Promise<Picture> {
  try {
    return await decode(image, 'warning');
  } catch {
    const picture = await decode(image, 'error');
    if (flatRows(picture) > picture.height * MAX_FLAT_SHARE) throw damaged();
    return picture;
  }
}

/** The number of rows from the lower edge in which all pixels are equal. */
function flatRows({ data, width, height, channels }: Picture): number {
  const stride = width * channels;
  const last = data.subarray((height - 1) * stride, (height - 1) * stride + channels);
  let rows = 0;
  for (; rows < height; rows++) {
    const from = (height - 1 - rows) * stride;
    for (let at = from; at < from + stride; at++) if (data[at] !== last[(at - from) % channels]) return rows;
  }
  return rows;
}

async function decode(image: Buffer, failOn: 'warning' | 'error'): Promise<Picture> {
  const { data, info } = await sharp(image, { limitInputPixels: 40_000_000, failOn })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels === 1 ? 1 : 3 };
}

export function toSharp(picture: Picture) {
  return sharp(picture.data, {
    raw: { width: picture.width, height: picture.height, channels: picture.channels },
  });
}

async function toPicture(image: ReturnType<typeof sharp>, channels: 1 | 3): Promise<Picture> {
  const space = channels === 1 ? 'b-w' : 'srgb';
  const { data, info } = await image.toColourspace(space).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels };
}

export async function resize(picture: Picture, width: number, height: number): Promise<Picture> {
  if (width === picture.width && height === picture.height) return picture;
  return toPicture(toSharp(picture).resize(width, height, { fit: 'fill' }), picture.channels);
}

/** Rotates clockwise. */
export async function rotate(picture: Picture, degrees: 0 | 90 | 180 | 270): Promise<Picture> {
  if (degrees === 0) return picture;
  return toPicture(toSharp(picture).rotate(degrees), picture.channels);
}

export async function crop(picture: Picture, box: Box): Promise<Picture> {
  const left = Math.max(0, Math.round(box.x));
  const top = Math.max(0, Math.round(box.y));
  const width = Math.max(1, Math.min(picture.width - left, Math.round(box.width)));
  const height = Math.max(1, Math.min(picture.height - top, Math.round(box.height)));
  return toPicture(toSharp(picture).extract({ left, top, width, height }), picture.channels);
}

export async function toJpeg(picture: Picture, quality = 90): Promise<Buffer> {
  return toSharp(picture).jpeg({ quality }).toBuffer();
}

export async function toGrey(picture: Picture): Promise<Picture> {
  if (picture.channels === 1) return picture;
  return toPicture(toSharp(picture).greyscale(), 1);
}
