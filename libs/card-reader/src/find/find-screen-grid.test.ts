import sharp from 'sharp';
import { drawCard } from '../draw-cards.fixture';
import { loadOpenCv } from '../picture/opencv';
import { decodePicture } from '../picture/picture';
import { noTrace } from '../trace';
import { findScreenGrid } from './find-screen-grid';
import { flattenPicture } from './flatten-picture';

let card: Buffer;
let screen: Buffer;
beforeAll(() => {
  ({ front: card } = drawCard('esp', 'clean'));
  ({ front: screen } = drawCard('esp', 'screen', 5));
});

async function isOnScreen(image: Buffer): Promise<boolean> {
  const { cv } = await loadOpenCv();
  const picture = await decodePicture(image);
  return findScreenGrid(image, picture, (await flattenPicture(cv, picture, noTrace)).corners);
}

/** Lies on a table, and is turned by some degrees: its own edges hide nothing. */
const onTable = async (image: Buffer, degrees: number) =>
  sharp(await sharp(image).rotate(degrees, { background: '#44525c' }).png().toBuffer())
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#44525c' })
    .jpeg({ quality: 90 })
    .toBuffer();

it('recognizes a picture of a screen, also if the camera was turned', async () => {
  expect(await isOnScreen(screen)).toBe(true);
  const turned = await sharp(screen).rotate(270).withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toBuffer();
  expect(await isOnScreen(turned)).toBe(true);
});

it('recognizes nothing once the pixels of the screen are lost', async () => {
  expect(await isOnScreen(await sharp(screen).resize(800).jpeg().toBuffer())).toBe(false);
});

it('takes neither a card for a screen nor the blocks of a picture that was turned', async () => {
  expect(await isOnScreen(card)).toBe(false);
  expect(await isOnScreen(await onTable(await sharp(card).jpeg({ quality: 30 }).toBuffer(), 4))).toBe(false);
});

/** Prints the card in dots of black: this many for its width, in lines that have this angle. */
async function inDots(dots: number, degrees: number): Promise<Buffer> {
  const { data, info } = await sharp(card).resize(2100).greyscale().raw().toBuffer({ resolveWithObject: true });
  const angle = (degrees * Math.PI) / 180;
  const turn = (2 * Math.PI * dots) / info.width;
  const printed = Buffer.from(data).map((value, at) => {
    const [x, y] = [at % info.width, Math.floor(at / info.width)];
    const across = Math.cos(turn * (x * Math.cos(angle) + y * Math.sin(angle)));
    const down = Math.cos(turn * (y * Math.cos(angle) - x * Math.sin(angle)));
    return (across + down + 2) / 4 < value / 255 ? 240 : 30;
  });
  const raw = { width: info.width, height: info.height, channels: 1 } as const;
  return sharp(printed, { raw }).resize(1400).toColourspace('srgb').png().toBuffer();
}

it.each([45, 15, 75])('does not take print in dots at %s degrees for a screen', async (degrees) => {
  expect(await isOnScreen(await onTable(await inDots(590, degrees), 3))).toBe(false);
});
