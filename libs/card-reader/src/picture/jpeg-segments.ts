import { damaged, tooComplex, trailingData } from './image-refused';

export const [START, END, SCAN, DHT, DQT, DRI] = [0xd8, 0xd9, 0xda, 0xc4, 0xdb, 0xdd];
export const [APP0, APP1, APP2, APP14, APP15, COMMENT] = [0xe0, 0xe1, 0xe2, 0xee, 0xef, 0xfe];

/** Cameras write about 10 scans and 30 segments. */
const MAX_SCANS = 50;
const MAX_SEGMENTS = 1000;
const MAX_PREVIEWS = 8;

/** A segment of a JPEG. The `end` of a scan is the end of its compressed data. */
export interface Segment {
  marker: number;
  start: number;
  payload: Buffer;
  end: number;
}

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
const isStandalone = (marker: number) => marker === START || marker === 0x01 || isRestart(marker);

/** All segments between the start and end markers, in one pass over the bytes. */
export function parseSegments(image: Buffer): Segment[] {
  const segments: Segment[] = [];
  let scans = 0;
  for (let at = 2; ;) {
    const markerAt = findMarker(image, at);
    if (image[markerAt] === END) {
      rejectTrailingData(image, markerAt + 1, segments.some(announcesPreviews));
      return segments;
    }
    const segment = parseSegment(image, at, markerAt);
    segments.push(segment);
    if (segment.marker === SCAN) scans++;
    if (scans > MAX_SCANS || segments.length > MAX_SEGMENTS) throw tooComplex();
    at = segment.end;
  }
}

const announcesPreviews = ({ marker, payload }: Segment) =>
  marker === APP2 && payload.toString('latin1', 0, 4) === 'MPF\0';

function parseSegment(image: Buffer, start: number, markerAt: number): Segment {
  const marker = image[markerAt]!;
  if (isStandalone(marker)) throw damaged();
  const at = markerAt + 1;
  const length = at + 2 <= image.length ? image.readUInt16BE(at) : 0;
  const end = at + length;
  if (length < 2 || end > image.length) throw damaged();
  const payload = image.subarray(at + 2, end);
  return { marker, start, payload, end: marker === SCAN ? findScanEnd(image, end) : end };
}

/** The position of the marker byte, behind 0xff and fill bytes. */
function findMarker(image: Buffer, from: number): number {
  let at = from;
  while (image[at] === 0xff) at++;
  if (at === from || at >= image.length || image[at] === 0) throw damaged();
  return at;
}

/** The end of the compressed data: the first marker that is neither a restart nor a stuffed byte. */
function findScanEnd(image: Buffer, from: number): number {
  for (let at = from; at + 1 < image.length; at++) {
    if (image[at] !== 0xff) continue;
    const next = image[at + 1]!;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  throw damaged();
}

/**
 * Allows padding with zeros, and previews behind the picture where a segment announces them (MPF): whole JPEGs, one
 * after the other. Rejects any other trailing data: it is not part of the picture.
 */
function rejectTrailingData(image: Buffer, from: number, mayHavePreviews: boolean): void {
  let at = from;
  for (let previews = 0; ; previews++) {
    while (at < image.length && image[at] === 0) at++;
    if (at === image.length) return;
    const isPreview = mayHavePreviews && previews < MAX_PREVIEWS && image[at] === 0xff && image[at + 1] === START;
    if (!isPreview) throw trailingData();
    at = endOfPreview(image, at);
  }
}

/** The end of a whole JPEG that begins at `from`. */
function endOfPreview(image: Buffer, from: number): number {
  let at = from + 2;
  for (let segments = 0; segments <= MAX_SEGMENTS; segments++) {
    const markerAt = findMarker(image, at);
    if (image[markerAt] === END) return markerAt + 1;
    at = parseSegment(image, at, markerAt).end;
  }
  throw tooComplex();
}
