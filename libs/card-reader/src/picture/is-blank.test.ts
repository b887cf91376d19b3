import sharp from 'sharp';
import { isBlank } from './is-blank';
import type { Picture } from './picture';

const [width, height] = [640, 400];

type Light = (x: number, y: number) => number;

/** The pixels of a photograph: its light, the noise of the camera, and what a card would print. */
async function photograph(light: Light, noise: number, print?: { blur: number }): Promise<Picture> {
  const data = Buffer.alloc(width * height);
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isInk = print && y % 48 > 36 && x > 200 && x % 80 < 56 && x % 8 < 3;
    const value = light(x, y) * (isInk ? 0.5 : 1) + noise * (random() + random() + random()) * 2;
    data[i] = Math.max(0, Math.min(255, value));
  }
  const taken = sharp(data, { raw: { width, height, channels: 1 } });
  const jpeg = await (print?.blur ? taken.blur(print.blur) : taken).jpeg({ quality: 85 }).toBuffer();
  return { data: await sharp(jpeg).toColourspace('b-w').raw().toBuffer(), width, height, channels: 1 };
}

const evenly = (value: number) => () => value;
const fromLeftToRight = (x: number, y: number) => 250 - x / 6 - y / 8;

describe('a picture shows nothing', () => {
  it.each([
    ['of one colour', evenly(255), 0],
    ['black, with the noise of a camera', evenly(6), 4],
    ['a gradient', fromLeftToRight, 0],
    ['paper in uneven light, with noise', fromLeftToRight, 5],
  ])('if it is %s', async (_, light, noise) => {
    expect(isBlank(await photograph(light, noise))).toBe(true);
  });
});

describe('a picture shows something', () => {
  it.each([
    ['bright', evenly(240), 0],
    ['dark', evenly(24), 0],
    ['in uneven light', fromLeftToRight, 0],
    ['blurred', evenly(220), 6],
  ])('if there is print: %s', async (_, light, blur) => {
    expect(isBlank(await photograph(light, 3, { blur }))).toBe(false);
  });

  it('if it is rough all over, as a carpet is', async () => {
    expect(isBlank(await photograph(evenly(128), 60))).toBe(false);
  });
});
