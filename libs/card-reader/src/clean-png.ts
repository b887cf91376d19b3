import { crc32 } from 'node:zlib';
import { type CleanPicture, animated, damaged, tooComplex, trailing } from './image-refused';
import { orientationExif, orientationIn } from './orientation';

/** Encoders write 40 megapixels in about 1,300 chunks. */
const MAX_CHUNKS = 5000;
/** What makes the picture, and how long it may be. */
const maxLengths = new Map([
  ['IHDR', 13],
  ['PLTE', 768],
  ['tRNS', 256],
  ['IDAT', Infinity],
  ['IEND', 0],
]);
const animationKinds = ['acTL', 'fcTL', 'fdAT'];

interface Chunk {
  kind: string;
  content: Buffer;
  /** With its length and check sum. */
  whole: Buffer;
}

/** The picture without texts, profiles and EXIF. Its compressed data stay as they are. */
export function cleanPng(image: Buffer): CleanPicture {
  const chunks = chunksOf(image);
  const header = chunks[0]!.content;
  if (chunks[0]!.kind !== 'IHDR' || header.length !== 13) throw damaged();
  const kept = chunks.filter(isPicture).map(({ whole }) => whole);
  const exif = chunks.find(({ kind }) => kind === 'eXIf');
  const turned = exif && orientationExif(orientationIn(exif.content));
  if (turned) kept.splice(1, 0, chunkOf('eXIf', turned));
  const bytes = Buffer.concat([image.subarray(0, 8), ...kept]);
  return { width: header.readUInt32BE(0), height: header.readUInt32BE(4), bytes };
}

/** All chunks to the last, in one pass. */
function chunksOf(image: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; ;) {
    if (at + 12 > image.length) throw damaged();
    const end = at + 12 + image.readUInt32BE(at);
    if (end > image.length) throw damaged();
    const kind = image.toString('latin1', at + 4, at + 8);
    if (animationKinds.includes(kind)) throw animated();
    chunks.push({ kind, content: image.subarray(at + 8, end - 4), whole: image.subarray(at, end) });
    if (chunks.length > MAX_CHUNKS) throw tooComplex();
    if (kind === 'IEND') {
      if (end !== image.length) throw trailing();
      return chunks;
    }
    at = end;
  }
}

function isPicture({ kind, content }: Chunk): boolean {
  const maxLength = maxLengths.get(kind);
  if (maxLength !== undefined && content.length > maxLength) throw damaged();
  return maxLength !== undefined;
}

function chunkOf(kind: string, content: Buffer): Buffer {
  const made = Buffer.alloc(content.length + 12);
  made.writeUInt32BE(content.length, 0);
  made.write(kind, 4, 'latin1');
  content.copy(made, 8);
  made.writeUInt32BE(crc32(made.subarray(4, content.length + 8)), content.length + 8);
  return made;
}
