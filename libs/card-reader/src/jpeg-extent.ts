import { type Extent, damaged, trailing } from './image-refused';

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
const [START, END, SCAN, APP2] = [0xd8, 0xd9, 0xda, 0xe2];

/** Width and height as the frame header says, after a walk over all segments to the end of the picture. */
export function jpegExtent(image: Buffer): Extent {
  const walk = { at: 2, extent: null as Extent | null, more: false };
  for (;;) {
    const marker = nextMarker(image, walk);
    if (marker === END) break;
    if (marker === START) throw damaged();
    if (standsAlone(marker)) continue;
    const length = segmentLength(image, walk.at);
    if (isFrame(marker)) walk.extent = frameExtent(image, walk.at, length, walk.extent);
    if (marker === APP2 && image.toString('latin1', walk.at + 2, walk.at + 6) === 'MPF\0') walk.more = true;
    walk.at += length;
    if (marker === SCAN) walk.at = endOfScan(image, walk.at);
  }
  if (!walk.extent) throw damaged();
  refuseTrailing(image.subarray(walk.at), walk.more);
  return walk.extent;
}

function nextMarker(image: Buffer, walk: { at: number }): number {
  if (image[walk.at] !== 0xff) throw damaged();
  while (image[walk.at] === 0xff) walk.at++;
  const marker = image[walk.at++];
  if (marker === undefined || marker === 0) throw damaged();
  return marker;
}

function segmentLength(image: Buffer, at: number): number {
  const length = at + 2 <= image.length ? image.readUInt16BE(at) : 0;
  if (length < 2 || at + length > image.length) throw damaged();
  return length;
}

function frameExtent(image: Buffer, at: number, length: number, known: Extent | null): Extent {
  if (known || length < 8) throw damaged();
  return { height: image.readUInt16BE(at + 3), width: image.readUInt16BE(at + 5) };
}

/** Where the compressed data ends: at the first marker that is no restart and no stuffed byte. */
function endOfScan(image: Buffer, from: number): number {
  for (let at = image.indexOf(0xff, from); at >= 0 && at + 1 < image.length; at = image.indexOf(0xff, at + 1)) {
    const next = image[at + 1]!;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw damaged();
}

/** Zeros fill files up; cameras that announce it put previews of the same picture behind it. Anything else is smuggled. */
function refuseTrailing(rest: Buffer, announced: boolean): void {
  if (rest.every((byte) => byte === 0)) return;
  const preview = announced && rest[0] === 0xff && rest[1] === START;
  if (!preview) throw trailing();
}
