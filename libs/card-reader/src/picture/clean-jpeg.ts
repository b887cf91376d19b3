import { EXIF_PREFIX, encodeOrientation, readOrientation } from './exif-orientation';
import { type CleanPicture, type Dimensions, damaged, unsupported } from './image-refused';
import { APP0, APP1, APP14, APP15, COMMENT, DHT, DQT, DRI, SCAN, type Segment, parseSegments } from './jpeg-segments';

/** Baseline, extended and progressive with Huffman coding: what cameras write. */
const supportedFrames = [0xc0, 0xc1, 0xc2];
const tables = [DHT, DQT, DRI];
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== DHT;
const isMetadata = (marker: number) => (marker >= APP0 && marker <= APP15) || marker === COMMENT;

/** The picture without metadata and previews (except the orientation). The compressed data is not changed. */
export function cleanJpeg(image: Buffer): CleanPicture {
  const segments = parseSegments(image);
  const frames = segments.filter(({ marker }) => isFrame(marker));
  if (frames.length !== 1 || segments.every(({ marker }) => marker !== SCAN)) throw damaged();
  const dimensions = readDimensions(frames[0]!);
  const picture = segments.filter(({ marker }) => !isMetadata(marker));
  if (picture.some(({ marker }) => !isFrame(marker) && marker !== SCAN && !tables.includes(marker))) throw damaged();
  const kept = picture.map(({ start, end }) => image.subarray(start, end));
  const bytes = Buffer.concat([image.subarray(0, 2), ...keptHeaders(segments), ...kept, Buffer.from([0xff, 0xd9])]);
  return { ...dimensions, bytes };
}

function readDimensions({ marker, payload }: Segment): Dimensions {
  if (!supportedFrames.includes(marker)) throw unsupported();
  if (payload.length < 6) throw damaged();
  if (payload[0] !== 8) throw unsupported();
  return { height: payload.readUInt16BE(1), width: payload.readUInt16BE(3) };
}

/** The headers that decide on colours and orientation, without anything else that their segments contain. */
function keptHeaders(segments: Segment[]): Buffer[] {
  const find = (wanted: number, prefix: string) =>
    segments.find(({ marker, payload }) => marker === wanted && payload.toString('latin1', 0, prefix.length) === prefix)
      ?.payload;
  const jfif = find(APP0, 'JFIF\0');
  const adobe = find(APP14, 'Adobe');
  const exif = find(APP1, 'Exif\0\0');
  const orientation = exif && encodeOrientation(readOrientation(exif));
  const headers: Buffer[] = [];
  // The last two bytes are the size of a thumbnail: none.
  if (jfif && jfif.length >= 14) headers.push(encodeSegment(APP0, jfif.subarray(0, 12), Buffer.alloc(2)));
  if (orientation) headers.push(encodeSegment(APP1, EXIF_PREFIX, orientation));
  if (adobe && adobe.length >= 12) headers.push(encodeSegment(APP14, adobe.subarray(0, 12)));
  return headers;
}

function encodeSegment(marker: number, ...parts: Buffer[]): Buffer {
  const payload = Buffer.concat(parts);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}
