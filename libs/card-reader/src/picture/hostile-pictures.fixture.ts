import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** A progressive JPEG with scans that change nothing. Each scan costs the decoder a pass over all blocks. */
export async function scanBomb(width: number, height: number, scans: number): Promise<Buffer> {
  const grey = sharp({ create: { width, height, channels: 3, background: '#888' } }).toColourspace('b-w');
  const jpeg = await grey.jpeg({ progressive: true }).toBuffer();
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  // The code 0 stands for a run of 16,384 blocks plus the number in the next 14 bits.
  const bits = `0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / 32_767));
  const bytes = bits.match(/.{1,8}/g)!.map((eight) => Number.parseInt(eight.padEnd(8, '1'), 2));
  const stuffed = bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte]));
  const table = jpegSegment(0xc4, Buffer.from([0x10, 1, ...Array<number>(15).fill(0), 0xe0]));
  const scan = Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, 1, 63, 0])), Buffer.from(stuffed)]);
  const more = Array<Buffer>(scans).fill(scan);
  return Buffer.concat([jpeg.subarray(0, -2), table, ...more, jpeg.subarray(-2)]);
}

export function jpegSegment(marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}

export function pngChunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export function riffChunk(kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(kind, 0, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
