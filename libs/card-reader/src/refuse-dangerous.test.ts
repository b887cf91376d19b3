import sharp from 'sharp';
import { ImageRefused, refuseDangerous } from './refuse-dangerous';

const picture = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: '#336699' } });

const reasonOf = async (image: Buffer): Promise<string> => {
  const error = await refuseDangerous(image).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error === null) return 'accepted';
  expect(error).toBeInstanceOf(ImageRefused);
  return (error as ImageRefused).message;
};

/** The same PNG with other figures in its header. */
function pngOf(image: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(image);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  return changed;
}

describe('a picture before it is decoded', () => {
  it('is taken as JPEG, progressive too, as PNG and as WebP of either kind', async () => {
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
    for (const image of images) expect(await reasonOf(image)).toBe('accepted');
  });

  it('is refused when it is another kind of file, whatever it calls itself', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'.padEnd(200),
    );
    for (const image of [svg, Buffer.alloc(0), Buffer.from('GIF89a'.padEnd(200)), await picture().gif().toBuffer()]) {
      expect(await reasonOf(image)).toBe('The image is not a JPEG, PNG or WebP');
    }
  });

  it('is refused by the size its header names, before anything of that size is made', async () => {
    const png = await picture().png().toBuffer();
    expect(await reasonOf(pngOf(png, 30_000, 30_000))).toBe('The image has more than 40 megapixels');
    expect(await reasonOf(pngOf(png, 20_001, 10))).toBe('The image has more than 40 megapixels');
    expect(await reasonOf(pngOf(png, 0, 10))).toBe('The image is damaged or incomplete');
    expect(await reasonOf(Buffer.alloc(10 * 1024 * 1024 + 1))).toBe('The image is larger than 10 MB');
  });

  it('is refused with more frames than one', async () => {
    const frames = await sharp([await picture().png().toBuffer(), await picture().negate().png().toBuffer()], {
      join: { animated: true },
    })
      .webp()
      .toBuffer();
    expect(await reasonOf(frames)).toBe('The image has more than one frame');
    const png = await picture().png().toBuffer();
    const control = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)]);
    const apng = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
    expect(await reasonOf(apng)).toBe('The image has more than one frame');
  });

  it('is refused when something else stands behind it', async () => {
    const zip = Buffer.from('PK\x03\x04 and a page of <script>');
    for (const made of [picture().jpeg(), picture().png(), picture().webp()]) {
      const image = Buffer.concat([await made.toBuffer(), zip]);
      expect(await reasonOf(image)).toBe('The image carries other data behind the picture');
    }
  });

  it('may be filled up with zeros as some cameras do', async () => {
    expect(await reasonOf(Buffer.concat([await picture().jpeg().toBuffer(), Buffer.alloc(512)]))).toBe('accepted');
  });

  it('is refused cut off anywhere', async () => {
    for (const made of [picture(300, 200).jpeg(), picture(300, 200).png(), picture(300, 200).webp()]) {
      const image = await made.toBuffer();
      for (const share of [0.1, 0.4, 0.7, 0.98]) {
        const cut = image.subarray(0, Math.floor(image.length * share));
        expect(await reasonOf(cut)).toBe('The image is damaged or incomplete');
      }
    }
  });
});
