import { encodeOrientation, readOrientation } from './exif-orientation';
import { type CleanPicture, type Dimensions, animated, damaged, tooComplex, trailingData } from './image-refused';

/** A still picture has one to five chunks. */
const MAX_CHUNKS = 100;
const [ALPHA, ANIMATION, EXIF] = [0x10, 0x02, 0x08];
const HEADER_BYTES = 12;

interface Chunk {
  type: string;
  payload: Buffer;
}

/** The picture without profile, XMP and EXIF (except the orientation). The compressed data is not changed. */
export function cleanWebp(image: Buffer): CleanPicture {
  const chunks = parseChunks(image);
  const pixels = findSingle(chunks, ['VP8 ', 'VP8L']);
  if (!pixels) throw damaged();
  const dimensions = pixels.type === 'VP8 ' ? lossyDimensions(pixels.payload) : losslessDimensions(pixels.payload);
  const extended = findSingle(chunks, ['VP8X']);
  if (!extended) return { ...dimensions, bytes: encodeFile([pixels]) };
  if (chunks[0] !== extended) throw damaged();
  rejectOtherCanvas(extended.payload, dimensions);
  const alpha = findSingle(chunks, ['ALPH']);
  const orientation = encodeOrientation(
    readOrientation(chunks.find(({ type }) => type === 'EXIF')?.payload ?? Buffer.alloc(0)),
  );
  const header = Buffer.from(extended.payload.subarray(0, 10));
  header[0] = (header[0]! & ALPHA) | (orientation ? EXIF : 0);
  const kept = [{ type: 'VP8X', payload: header }, ...(alpha ? [alpha] : []), pixels];
  return { ...dimensions, bytes: encodeFile(orientation ? [...kept, { type: 'EXIF', payload: orientation }] : kept) };
}

function findSingle(chunks: Chunk[], types: string[]): Chunk | undefined {
  const found = chunks.filter(({ type }) => types.includes(type));
  if (found.length > 1) throw damaged();
  return found[0];
}

function parseChunks(image: Buffer): Chunk[] {
  const size = image.readUInt32LE(4) + 8;
  if (size > image.length) throw damaged();
  if (size < image.length) throw trailingData();
  const chunks: Chunk[] = [];
  for (let at = HEADER_BYTES; at < image.length;) {
    if (at + 8 > image.length) throw damaged();
    const type = image.toString('latin1', at, at + 4);
    const length = image.readUInt32LE(at + 4);
    const body = at + 8;
    if (body + length > image.length) throw damaged();
    if (type === 'ANIM' || type === 'ANMF') throw animated();
    chunks.push({ type, payload: image.subarray(body, body + length) });
    if (chunks.length > MAX_CHUNKS) throw tooComplex();
    at = body + length + (length % 2);
  }
  return chunks;
}

function lossyDimensions(payload: Buffer): Dimensions {
  if (payload.length < 10 || payload.readUIntBE(3, 3) !== 0x9d012a) throw damaged();
  return { width: payload.readUInt16LE(6) & 0x3fff, height: payload.readUInt16LE(8) & 0x3fff };
}

function losslessDimensions(payload: Buffer): Dimensions {
  if (payload.length < 5 || payload[0] !== 0x2f) throw damaged();
  const bits = payload.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** The canvas of a still picture must have the size of its pixels. */
function rejectOtherCanvas(header: Buffer, { width, height }: Dimensions): void {
  if (header.length < 10) throw damaged();
  if ((header[0]! & ANIMATION) !== 0) throw animated();
  if (header.readUIntLE(4, 3) + 1 !== width || header.readUIntLE(7, 3) + 1 !== height) throw damaged();
}

function encodeFile(chunks: Chunk[]): Buffer {
  const parts = chunks.flatMap(({ type, payload }) => {
    const head = Buffer.alloc(8);
    head.write(type, 0, 'latin1');
    head.writeUInt32LE(payload.length, 4);
    return [head, payload, Buffer.alloc(payload.length % 2)];
  });
  const content = Buffer.concat(parts);
  const start = Buffer.alloc(HEADER_BYTES);
  start.write('RIFF', 0, 'latin1');
  start.writeUInt32LE(content.length + 4, 4);
  start.write('WEBP', 8, 'latin1');
  return Buffer.concat([start, content]);
}
