import { crc32 } from 'node:zlib';
import { encodeOrientation, readOrientation } from './exif-orientation';
import { type CleanPicture, animated, damaged, tooComplex, trailingData } from './image-refused';

/** Encoders write a picture of 40 megapixels in about 1,300 chunks. */
const MAX_CHUNKS = 5000;
/** The chunks that decide on the pixels, with the maximum length of each. All others are dropped. */
const maxLengths = new Map([
  ['IHDR', 13],
  ['PLTE', 768],
  ['tRNS', 256],
  ['IDAT', Infinity],
  ['IEND', 0],
]);
const animationTypes = ['acTL', 'fcTL', 'fdAT'];

interface Chunk {
  type: string;
  content: Buffer;
  /** Including length and checksum. */
  whole: Buffer;
}

/** The picture without texts, profiles and EXIF (except the orientation). The compressed data is not changed. */
export function cleanPng(image: Buffer): CleanPicture {
  const chunks = parseChunks(image);
  const header = chunks[0]!.content;
  if (chunks[0]!.type !== 'IHDR' || header.length !== 13) throw damaged();
  const kept = chunks.filter(isImageChunk).map(({ whole }) => whole);
  const exif = chunks.find(({ type }) => type === 'eXIf');
  const orientation = exif && encodeOrientation(readOrientation(exif.content));
  if (orientation) kept.splice(1, 0, encodeChunk('eXIf', orientation));
  const bytes = Buffer.concat([image.subarray(0, 8), ...kept]);
  return { width: header.readUInt32BE(0), height: header.readUInt32BE(4), bytes };
}

/** All chunks up to IEND, in one pass. */
function parseChunks(image: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; ;) {
    if (at + 12 > image.length) throw damaged();
    const end = at + 12 + image.readUInt32BE(at);
    if (end > image.length) throw damaged();
    const type = image.toString('latin1', at + 4, at + 8);
    if (animationTypes.includes(type)) throw animated();
    chunks.push({ type, content: image.subarray(at + 8, end - 4), whole: image.subarray(at, end) });
    if (chunks.length > MAX_CHUNKS) throw tooComplex();
    if (type === 'IEND') {
      if (end !== image.length) throw trailingData();
      return chunks;
    }
    at = end;
  }
}

function isImageChunk({ type, content }: Chunk): boolean {
  const maxLength = maxLengths.get(type);
  if (maxLength !== undefined && content.length > maxLength) throw damaged();
  return maxLength !== undefined;
}

function encodeChunk(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, content.length + 8)), content.length + 8);
  return chunk;
}
