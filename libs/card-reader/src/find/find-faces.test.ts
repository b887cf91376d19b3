import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { openEngines } from '../open-card-reader';
import { headBox, noFaces, withTiltedFaces } from './find-faces';

it('a head ends where its face does: the print beside a portrait is not part of it', () => {
  const card = { width: 1280, height: 800, data: Buffer.alloc(0), channels: 3 as const };
  const head = headBox({ x: 0.1, y: 0.25, width: 0.2, height: 0.25, score: 0.9 }, card);
  expect([head.x, head.width]).toEqual([128, 256]);
  expect(head.y).toBeLessThan(200);
  expect(head.y + head.height).toBeGreaterThan(400);
});

const blank = {
  color: { data: Buffer.alloc(1280 * 800 * 3, 220), width: 1280, height: 800, channels: 3 as const },
  faces: noFaces,
};
const photo = join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'demo', 'sample4.jpg');

/** A card with the portrait in its left half, turned by this angle. */
async function cardWith(angle: number) {
  const face = await sharp(photo).extract({ left: 620, top: 40, width: 320, height: 415 }).toBuffer();
  const portrait = await sharp(face)
    .rotate(angle, { background: '#9ab' })
    .resize(420, 540, { fit: 'cover' })
    .toBuffer();
  const card = sharp({ create: { width: 1280, height: 800, channels: 3, background: '#dde4ea' } });
  const { data } = await card
    .composite([{ input: portrait, left: 80, top: 130 }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { color: { data, width: 1280, height: 800, channels: 3 as const }, faces: noFaces };
}

it('a tilted head is found where it is', async () => {
  const engines = await openEngines();
  const trace = async <T>(_step: string, work: () => T | Promise<T>) => work();
  for (const angle of [-20, 20]) {
    const [face] = (await withTiltedFaces(engines, await cardWith(angle), trace)).faces.boxes;
    const middle = { x: face!.x + face!.width / 2, y: face!.y + face!.height / 2 };
    expect(Math.hypot(middle.x - 290, middle.y - 400)).toBeLessThan(100);
  }
  expect((await withTiltedFaces(engines, blank, trace)).faces.boxes).toEqual([]);
  engines.text.close();
});
