import { cleanJpeg } from './clean-jpeg';
import { cleanPng } from './clean-png';
import { cleanWebp } from './clean-webp';
import { type CleanPicture, ImageRefused, damaged } from './image-refused';

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 20_000;
const MIN_BYTES = 26;

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/**
 * Rejects pictures that must never reach a decoder, and removes all metadata but the orientation: position, camera,
 * preview, profile. Parses the container in linear time and decodes no pixels.
 */
export function cleanPicture(image: Buffer): { bytes: Buffer; type: PictureType } {
  if (image.length > MAX_BYTES) throw new ImageRefused('The image is larger than 10 MB');
  const type = detectType(image);
  if (isHeic(image)) throw new ImageRefused('The image is a HEIC, which is not read; send a JPEG, PNG or WebP');
  if (!type) throw new ImageRefused('The image is not a JPEG, PNG or WebP');
  if (image.length < MIN_BYTES) throw damaged();
  const { width, height, bytes } = cleaners[type](image);
  if (width < 1 || height < 1) throw damaged();
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE) {
    throw new ImageRefused('The image has more than 40 megapixels');
  }
  return { bytes, type };
}

const cleaners: Record<PictureType, (image: Buffer) => CleanPicture> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
};

/** The brands of HEIC in the first box of its container; AVIF and video have others. */
const isHeic = (image: Buffer) => /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(image.toString('latin1', 4, 12));

/** By the first bytes, never by a file name or a declared type. */
function detectType(image: Buffer): PictureType | null {
  const start = image.toString('latin1', 0, 12);
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : null;
}
