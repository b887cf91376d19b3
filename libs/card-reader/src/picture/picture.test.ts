import sharp from 'sharp';
import { decodePicture } from './picture';

/** Noise: every row has another content. */
const noise = (width = 800, height = 500) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 120, sigma: 40 } },
  });

/** The JPEG without this share of its compressed data; the end marker stays. */
function withoutData(jpeg: Buffer, share: number): Buffer {
  const kept = Math.floor(jpeg.length * (1 - share));
  const end = jpeg[kept - 1] === 0xff ? kept - 1 : kept;
  return Buffer.concat([jpeg.subarray(0, end), Buffer.from([0xff, 0xd9])]);
}

describe('a picture', () => {
  it('is decoded if it is whole', async () => {
    expect(await decodePicture(await noise().jpeg().toBuffer())).toMatchObject({
      width: 800,
      height: 500,
      channels: 3,
    });
  });

  it.each([0.2, 0.5, 0.9])('is rejected without %d of its data, although it has an end', async (share) => {
    const jpeg = await noise().jpeg().toBuffer();
    await expect(decodePicture(withoutData(jpeg, share))).rejects.toMatchObject({
      status: 422,
      message: 'The image is damaged or incomplete',
    });
  });

  it('is rejected if it shows nothing, or is too small for print', async () => {
    const blank = sharp({ create: { width: 900, height: 600, channels: 3, background: '#ddd' } });
    await expect(decodePicture(await blank.png().toBuffer())).rejects.toThrow('The image shows nothing');
    await expect(decodePicture(await noise(120, 80).png().toBuffer())).rejects.toThrow('too small');
  });
});
