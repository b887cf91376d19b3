import sharp from 'sharp';
import { drawCard } from '../draw-cards.fixture';
import { decodePicture } from './picture';
import { hashPicture } from './picture-hash';

let card: Buffer;
let other: Buffer;
beforeAll(() => {
  ({ front: card } = drawCard('esp', 'clean', 2));
  ({ front: other } = drawCard('esp', 'clean', 3));
});

async function hashOf(image: Buffer): Promise<string> {
  const picture = await decodePicture(image);
  return hashPicture(picture, { x: 0, y: 0, width: picture.width, height: picture.height });
}

const differentBits = (one: string, two: string) =>
  [...one].reduce((sum, digit, at) => {
    const different = parseInt(digit, 16) ^ parseInt(two[at]!, 16);
    return sum + different.toString(2).replaceAll('0', '').length;
  }, 0);

it('is nearly the same for a copy that was compressed, scaled, or made brighter or darker', async () => {
  const hash = await hashOf(card);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  for (const copy of [
    sharp(card).jpeg({ quality: 45 }),
    sharp(card).resize(640).jpeg({ quality: 80 }),
    sharp(card).linear(1.15, 5).jpeg(),
    sharp(card).linear(0.7, 0).webp(),
  ])
    expect(differentBits(hash, await hashOf(await copy.toBuffer()))).toBeLessThanOrEqual(22);
});

it('is another one for the card of another person, and for the card in another place', async () => {
  const hash = await hashOf(card);
  expect(differentBits(hash, await hashOf(other))).toBeGreaterThan(40);
  const turned = await sharp(await sharp(card).rotate(2, { background: '#776' }).png().toBuffer())
    .jpeg()
    .toBuffer();
  expect(differentBits(hash, await hashOf(turned))).toBeGreaterThan(40);
});
