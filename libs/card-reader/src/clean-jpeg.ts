import { type CleanPicture, type Extent, damaged, unsupported } from './image-refused';
import { APP0, APP1, APP14, APP15, COMMENT, DHT, DQT, DRI, SCAN, type Segment, segmentsOf } from './jpeg-segments';
import { EXIF_PREFIX, orientationExif, orientationIn } from './orientation';

/** Baseline, extended and progressive, each Huffman coded: what cameras write. */
const usualFrames = [0xc0, 0xc1, 0xc2];
const tables = [DHT, DQT, DRI];
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== DHT;
const isMetadata = (marker: number) => (marker >= APP0 && marker <= APP15) || marker === COMMENT;

/** The picture without metadata and previews. Its compressed data stay as they are. */
export function cleanJpeg(image: Buffer): CleanPicture {
  const segments = segmentsOf(image);
  const frames = segments.filter(({ marker }) => isFrame(marker));
  if (frames.length !== 1 || segments.every(({ marker }) => marker !== SCAN)) throw damaged();
  const extent = extentOf(frames[0]!);
  const picture = segments.filter(({ marker }) => !isMetadata(marker));
  if (picture.some(({ marker }) => !isFrame(marker) && marker !== SCAN && !tables.includes(marker))) throw damaged();
  const kept = picture.map(({ start, end }) => image.subarray(start, end));
  const bytes = Buffer.concat([image.subarray(0, 2), ...headersOf(segments), ...kept, Buffer.from([0xff, 0xd9])]);
  return { ...extent, bytes };
}

function extentOf({ marker, payload }: Segment): Extent {
  if (!usualFrames.includes(marker)) throw unsupported();
  if (payload.length < 6) throw damaged();
  if (payload[0] !== 8) throw unsupported();
  return { height: payload.readUInt16BE(1), width: payload.readUInt16BE(3) };
}

/** What decides on colours and orientation, without anything a segment may hold beside it. */
function headersOf(segments: Segment[]): Buffer[] {
  const find = (wanted: number, prefix: string) =>
    segments.find(({ marker, payload }) => marker === wanted && payload.toString('latin1', 0, prefix.length) === prefix)
      ?.payload;
  const jfif = find(APP0, 'JFIF\0');
  const adobe = find(APP14, 'Adobe');
  const exif = find(APP1, 'Exif\0\0');
  const turned = exif && orientationExif(orientationIn(exif));
  const headers: Buffer[] = [];
  // The last two bytes are the extent of a thumbnail: there is none.
  if (jfif && jfif.length >= 14) headers.push(segment(APP0, jfif.subarray(0, 12), Buffer.alloc(2)));
  if (turned) headers.push(segment(APP1, EXIF_PREFIX, turned));
  if (adobe && adobe.length >= 12) headers.push(segment(APP14, adobe.subarray(0, 12)));
  return headers;
}

function segment(marker: number, ...parts: Buffer[]): Buffer {
  const payload = Buffer.concat(parts);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}
