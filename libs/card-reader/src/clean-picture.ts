import { cleanJpeg } from './clean-jpeg';
import { cleanPng } from './clean-png';
import { cleanWebp } from './clean-webp';
import { type CleanPicture, ImageRefused, damaged } from './image-refused';

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_AREA = 40_000_000;
const MAX_SIDE = 20_000;
const MIN_BYTES = 26;

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/**
 * Refuses what must never reach a decoder, and gives the picture without its metadata: no position, no camera, no
 * preview, no profile; of EXIF only the orientation stays. Looks at bytes only, in linear time, and decodes nothing.
 */
export function cleanPicture(image: Buffer): { bytes: Buffer; type: PictureType } {
  if (image.length > MAX_BYTES) throw new ImageRefused('The image is larger than 10 MB');
  const type = typeOf(image);
  if (!type) throw new ImageRefused('The image is not a JPEG, PNG or WebP');
  if (image.length < MIN_BYTES) throw damaged();
  const { width, height, bytes } = cleaners[type](image);
  if (width < 1 || height < 1) throw damaged();
  if (width * height > MAX_AREA || Math.max(width, height) > MAX_SIDE) {
    throw new ImageRefused('The image has more than 40 megapixels');
  }
  return { bytes, type };
}

const cleaners: Record<PictureType, (image: Buffer) => CleanPicture> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
};

/** By the first bytes, never by a name or a declared type. */
function typeOf(image: Buffer): PictureType | null {
  const start = image.toString('latin1', 0, 12);
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : null;
}
