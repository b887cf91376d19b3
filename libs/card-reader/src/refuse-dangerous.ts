import { type Extent, ImageRefused, damaged } from './image-refused';
import { jpegExtent } from './jpeg-extent';
import { pngExtent } from './png-extent';
import { webpExtent } from './webp-extent';

export { ImageRefused };

const LARGEST_FILE = 10 * 1024 * 1024;
const LARGEST_AREA = 40_000_000;
const LONGEST_SIDE = 20_000;
const SMALLEST_FILE = 26;

/** Refuses what must never reach a decoder. Looks at bytes only, and decodes nothing. */
export async function refuseDangerous(image: Buffer): Promise<void> {
  if (image.length > LARGEST_FILE) throw new ImageRefused('The image is larger than 10 MB');
  const read = walker(image);
  if (!read) throw new ImageRefused('The image is not a JPEG, PNG or WebP');
  if (image.length < SMALLEST_FILE) throw damaged();
  const { width, height } = read(image);
  if (width < 1 || height < 1) throw damaged();
  if (width * height > LARGEST_AREA || Math.max(width, height) > LONGEST_SIDE) {
    throw new ImageRefused('The image has more than 40 megapixels');
  }
}

/** By the first bytes, never by a name or a declared type. */
function walker(image: Buffer): ((image: Buffer) => Extent) | null {
  const start = image.toString('latin1', 0, 12);
  if (start.startsWith('\xff\xd8\xff')) return jpegExtent;
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return pngExtent;
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? webpExtent : null;
}
