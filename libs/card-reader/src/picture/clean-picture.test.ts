import sharp from 'sharp';
import { cleanPicture } from './clean-picture';
import { jpegSegment, pngChunk, scanBomb } from './hostile-pictures.fixture';
import { ImageRefused } from './image-refused';

const picture = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: '#336699' } });

function reasonOf(image: Buffer): string {
  try {
    cleanPicture(image);
    return 'accepted';
  } catch (error) {
    expect(error).toBeInstanceOf(ImageRefused);
    return (error as ImageRefused).message;
  }
}

/** The same PNG with other dimensions in its header. */
function pngOf(image: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(image);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  return changed;
}

describe('a picture before it is decoded', () => {
  it('is accepted as JPEG (baseline and progressive), PNG and WebP (lossy and lossless)', async () => {
    const images = await Promise.all([
      picture().jpeg().toBuffer(),
      picture().jpeg({ progressive: true }).toBuffer(),
      picture()
        .withExif({ IFD0: { Orientation: '6' } })
        .jpeg()
        .toBuffer(),
      picture().png().toBuffer(),
      picture().webp().toBuffer(),
      picture().webp({ lossless: true }).toBuffer(),
    ]);
    for (const image of images) expect(reasonOf(image)).toBe('accepted');
  });

  it('is rejected if it is another kind of file', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'.padEnd(200),
    );
    for (const image of [svg, Buffer.alloc(0), Buffer.from('GIF89a'.padEnd(200)), await picture().gif().toBuffer()]) {
      expect(reasonOf(image)).toBe('The image is not a JPEG, PNG or WebP');
    }
  });

  it('is rejected with a reason of its own if it is a HEIC, as some phones write it', () => {
    const container = (brand: string) => {
      const image = Buffer.alloc(200);
      image.writeUInt32BE(24, 0);
      image.write(`ftyp${brand}`, 4, 'latin1');
      return image;
    };
    for (const brand of ['heic', 'heix', 'hevc', 'mif1'])
      expect(reasonOf(container(brand))).toBe('The image is a HEIC, which is not read; send a JPEG, PNG or WebP');
    for (const brand of ['avif', 'isom'])
      expect(reasonOf(container(brand))).toBe('The image is not a JPEG, PNG or WebP');
  });

  it('is rejected by the dimensions in its header, before any pixels are allocated', async () => {
    const png = await picture().png().toBuffer();
    expect(reasonOf(pngOf(png, 30_000, 30_000))).toBe('The image has more than 40 megapixels');
    expect(reasonOf(pngOf(png, 20_001, 10))).toBe('The image has more than 40 megapixels');
    expect(reasonOf(pngOf(png, 0, 10))).toBe('The image is damaged or incomplete');
    expect(reasonOf(Buffer.alloc(10 * 1024 * 1024 + 1))).toBe('The image is larger than 10 MB');
  });

  it('is rejected with other data behind the previews that a mark announces', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    const marked = Buffer.concat([jpeg.subarray(0, 2), jpegSegment(0xe2, Buffer.from('MPF\0')), jpeg.subarray(2)]);
    expect(reasonOf(Buffer.concat([marked, jpeg, Buffer.alloc(8), jpeg]))).toBe('accepted');
    for (const other of [Buffer.from('PK\x03\x04'), jpeg.subarray(0, 2), Buffer.from([0xff])])
      expect(reasonOf(Buffer.concat([marked, jpeg, other]))).not.toBe('accepted');
  });

  it('is rejected with more than one frame', async () => {
    const frames = await sharp([await picture().png().toBuffer(), await picture().negate().png().toBuffer()], {
      join: { animated: true },
    })
      .webp()
      .toBuffer();
    expect(reasonOf(frames)).toBe('The image has more than one frame');
    const png = await picture().png().toBuffer();
    const control = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)]);
    const apng = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
    expect(reasonOf(apng)).toBe('The image has more than one frame');
  });

  it('is rejected with trailing data', async () => {
    const zip = Buffer.from('PK\x03\x04 and a page of <script>');
    for (const made of [picture().jpeg(), picture().png(), picture().webp()]) {
      const image = Buffer.concat([await made.toBuffer(), zip]);
      expect(reasonOf(image)).toBe('The image carries other data behind the picture');
    }
  });

  it('may be padded with zeros, as some cameras do', async () => {
    expect(reasonOf(Buffer.concat([await picture().jpeg().toBuffer(), Buffer.alloc(512)]))).toBe('accepted');
  });

  it('is rejected if truncated anywhere', async () => {
    for (const made of [picture(300, 200).jpeg(), picture(300, 200).png(), picture(300, 200).webp()]) {
      const image = await made.toBuffer();
      for (const share of [0.1, 0.4, 0.7, 0.98]) {
        const cut = image.subarray(0, Math.floor(image.length * share));
        expect(reasonOf(cut)).toBe('The image is damaged or incomplete');
      }
    }
  });

  const [tooComplex, damaged, rare] = [
    'The image has more parts than a camera makes',
    'The image is damaged or incomplete',
    'The image is a rare kind of JPEG; send a usual one',
  ];

  it('is rejected as JPEG with more scans or segments than a camera writes', async () => {
    expect(reasonOf(await scanBomb(60, 40, 20))).toBe('accepted');
    expect(reasonOf(await scanBomb(60, 40, 60))).toBe(tooComplex);
    const jpeg = await picture().jpeg().toBuffer();
    for (const marker of [0xe5, 0xfe, 0xc4, 0xdb]) {
      const many = Buffer.concat(Array(2000).fill(jpegSegment(marker, Buffer.alloc(4))) as Buffer[]);
      expect(reasonOf(after(jpeg, 2, many))).toBe(tooComplex);
    }
  });

  it('is rejected as JPEG that is arithmetic coded, lossless, hierarchical or of 12 bits', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    for (const marker of [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb]) {
      expect(reasonOf(changed(jpeg, frame + 1, marker))).toBe(rare);
    }
    expect(reasonOf(changed(jpeg, frame + 4, 12))).toBe(rare);
    for (const marker of [0xdc, 0xde, 0xf0, 0x02]) {
      expect(reasonOf(after(jpeg, 2, jpegSegment(marker, Buffer.alloc(4))))).toBe(damaged);
    }
    expect(reasonOf(after(jpeg, frame, jpeg.subarray(frame, frame + 19)))).toBe(damaged);
  });

  it('is rejected as PNG with thousands of chunks of any type', async () => {
    const png = await picture().png().toBuffer();
    for (const kind of ['IDAT', 'zTXt', 'prVt', 'tRNS']) {
      const many = Buffer.concat(Array(6000).fill(pngChunk(kind, Buffer.alloc(0))) as Buffer[]);
      expect(reasonOf(after(png, 33, many))).toBe(tooComplex);
    }
    expect(reasonOf(after(png, 33, pngChunk('PLTE', Buffer.alloc(3000))))).toBe(damaged);
  });

  it('is rejected as WebP whose canvas, pixels or chunks contradict each other', async () => {
    const webp = await picture().webp().toBuffer();
    const extended = await picture()
      .withExif({ IFD0: { Orientation: '6' } })
      .webp()
      .toBuffer();
    expect(reasonOf(extended)).toBe('accepted');
    expect(reasonOf(changed(extended, 24, 200))).toBe(damaged);
    const twice = after(webp, webp.length, webp.subarray(12));
    twice.writeUInt32LE(twice.length - 8, 4);
    expect(reasonOf(twice)).toBe(damaged);
  });

  it('is parsed in linear time, whatever its 10 MB contain', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    const scan = jpeg.length - 2;
    const room = 10 * 1024 * 1024 - jpeg.length;
    const fills = [
      Buffer.alloc(room, 0xff),
      Buffer.alloc(room, Buffer.from([0xff, 0])),
      Buffer.alloc(room, Buffer.from([0xff, 0xd0])),
    ];
    const chunks = Buffer.concat(Array(800_000).fill(pngChunk('zTXt', Buffer.alloc(0))) as Buffer[]);
    const images = [
      ...fills.map((fill) => after(jpeg, scan, fill)),
      Buffer.concat([jpeg, Buffer.alloc(room)]),
      after(await picture().png().toBuffer(), 33, chunks),
    ];
    const began = process.cpuUsage();
    for (const image of images) reasonOf(image);
    expect(process.cpuUsage(began).user / 1e6).toBeLessThan(15);
  });
});

const after = (image: Buffer, at: number, more: Buffer) =>
  Buffer.concat([image.subarray(0, at), more, image.subarray(at)]);

function changed(image: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(image);
  copy[at] = value;
  return copy;
}
