import { type Extent, animated, damaged, trailing } from './image-refused';

const ANIMATION = 0x02;

/** Width and height as the first chunk says, after a walk over all chunks of the container. */
export function webpExtent(image: Buffer): Extent {
  const size = image.readUInt32LE(4) + 8;
  if (size > image.length) throw damaged();
  if (size < image.length) throw trailing();
  let extent: Extent | null = null;
  for (let at = 12; at < image.length;) {
    if (at + 8 > image.length) throw damaged();
    const kind = image.toString('latin1', at, at + 4);
    const length = image.readUInt32LE(at + 4);
    const body = at + 8;
    if (body + length > image.length) throw damaged();
    if (kind === 'ANIM' || kind === 'ANMF') throw animated();
    extent ??= chunkExtent(image, kind, body, length);
    at = body + length + (length % 2);
  }
  if (!extent) throw damaged();
  return extent;
}

function chunkExtent(image: Buffer, kind: string, at: number, length: number): Extent | null {
  if (length < (kind === 'VP8L' ? 5 : 10)) throw damaged();
  if (kind === 'VP8X') {
    if ((image[at]! & ANIMATION) !== 0) throw animated();
    return { width: image.readUIntLE(at + 4, 3) + 1, height: image.readUIntLE(at + 7, 3) + 1 };
  }
  if (kind === 'VP8 ') {
    if (image.readUIntBE(at + 3, 3) !== 0x9d012a) throw damaged();
    return { width: image.readUInt16LE(at + 6) & 0x3fff, height: image.readUInt16LE(at + 8) & 0x3fff };
  }
  if (kind !== 'VP8L' || image[at] !== 0x2f) throw damaged();
  const bits = image.readUInt32LE(at + 1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
