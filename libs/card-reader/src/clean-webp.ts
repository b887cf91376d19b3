import { type CleanPicture, type Extent, animated, damaged, tooComplex, trailing } from './image-refused';
import { orientationExif, orientationIn } from './orientation';

/** A still picture has one to five chunks. */
const MAX_CHUNKS = 100;
const [ALPHA, ANIMATION, EXIF] = [0x10, 0x02, 0x08];
const HEADER_BYTES = 12;

interface Chunk {
  kind: string;
  payload: Buffer;
}

/** The picture without profile, EXIF and XMP. Its compressed data stay as they are. */
export function cleanWebp(image: Buffer): CleanPicture {
  const chunks = chunksOf(image);
  const pixels = onlyOf(chunks, ['VP8 ', 'VP8L']);
  if (!pixels) throw damaged();
  const extent = pixels.kind === 'VP8 ' ? lossyExtent(pixels.payload) : losslessExtent(pixels.payload);
  const extended = onlyOf(chunks, ['VP8X']);
  if (!extended) return { ...extent, bytes: fileOf([pixels]) };
  if (chunks[0] !== extended) throw damaged();
  refuseOtherCanvas(extended.payload, extent);
  const alpha = onlyOf(chunks, ['ALPH']);
  const turned = orientationExif(orientationIn(chunks.find(({ kind }) => kind === 'EXIF')?.payload ?? Buffer.alloc(0)));
  const header = Buffer.from(extended.payload.subarray(0, 10));
  header[0] = (header[0]! & ALPHA) | (turned ? EXIF : 0);
  const kept = [{ kind: 'VP8X', payload: header }, ...(alpha ? [alpha] : []), pixels];
  return { ...extent, bytes: fileOf(turned ? [...kept, { kind: 'EXIF', payload: turned }] : kept) };
}

function onlyOf(chunks: Chunk[], kinds: string[]): Chunk | undefined {
  const found = chunks.filter(({ kind }) => kinds.includes(kind));
  if (found.length > 1) throw damaged();
  return found[0];
}

function chunksOf(image: Buffer): Chunk[] {
  const size = image.readUInt32LE(4) + 8;
  if (size > image.length) throw damaged();
  if (size < image.length) throw trailing();
  const chunks: Chunk[] = [];
  for (let at = HEADER_BYTES; at < image.length;) {
    if (at + 8 > image.length) throw damaged();
    const kind = image.toString('latin1', at, at + 4);
    const length = image.readUInt32LE(at + 4);
    const body = at + 8;
    if (body + length > image.length) throw damaged();
    if (kind === 'ANIM' || kind === 'ANMF') throw animated();
    chunks.push({ kind, payload: image.subarray(body, body + length) });
    if (chunks.length > MAX_CHUNKS) throw tooComplex();
    at = body + length + (length % 2);
  }
  return chunks;
}

function lossyExtent(payload: Buffer): Extent {
  if (payload.length < 10 || payload.readUIntBE(3, 3) !== 0x9d012a) throw damaged();
  return { width: payload.readUInt16LE(6) & 0x3fff, height: payload.readUInt16LE(8) & 0x3fff };
}

function losslessExtent(payload: Buffer): Extent {
  if (payload.length < 5 || payload[0] !== 0x2f) throw damaged();
  const bits = payload.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** The canvas of a still picture is the picture. */
function refuseOtherCanvas(header: Buffer, { width, height }: Extent): void {
  if (header.length < 10) throw damaged();
  if ((header[0]! & ANIMATION) !== 0) throw animated();
  if (header.readUIntLE(4, 3) + 1 !== width || header.readUIntLE(7, 3) + 1 !== height) throw damaged();
}

function fileOf(chunks: Chunk[]): Buffer {
  const parts = chunks.flatMap(({ kind, payload }) => {
    const head = Buffer.alloc(8);
    head.write(kind, 0, 'latin1');
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
