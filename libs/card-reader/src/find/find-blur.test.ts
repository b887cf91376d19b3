import { drawCard } from '../draw-cards.fixture';
import { filterPicture } from '../picture/filter-picture';
import { type OpenCv, loadOpenCv } from '../picture/opencv';
import { type Picture, decodePicture, toGrey, toJpeg } from '../picture/picture';
import { type Blur, transferOf } from './blur';
import { findBlurs } from './find-blur';
import { findRestorations } from './find-restorations';
import { printSpectra } from './print-spectra';

let cv: OpenCv;
let sides: Picture[];
beforeAll(async () => {
  ({ cv } = await loadOpenCv());
  const { front, back } = drawCard('esp', 'clean');
  sides = await Promise.all([front, back].map(async (side) => toGrey(await decodePicture(side))));
});

const blurred = (picture: Picture, blur: Blur) => filterPicture(cv, picture, (x, y) => transferOf(blur, x, y));
const found = (picture: Picture) => findBlurs(printSpectra(picture))[0];

it.each([
  [8, 0],
  [8, 90],
  [11, 25],
  [14, 140],
])('finds a motion blur of %s pixels at %s degrees', (length, degrees) => {
  for (const side of sides) {
    const blur = found(blurred(side, { kind: 'motion', length, radians: (degrees * Math.PI) / 180 }));
    if (blur?.kind !== 'motion') throw new Error('No motion blur was found');
    expect(Math.abs(blur.length - length)).toBeLessThanOrEqual(1);
    const apart = Math.abs((blur.radians * 180) / Math.PI - degrees);
    expect(Math.min(apart, 180 - apart)).toBeLessThanOrEqual(6);
  }
});

it.each([4, 5])('finds a defocus with a radius of %s pixels', (radius) => {
  for (const side of sides) {
    const blur = found(blurred(side, { kind: 'disk', radius }));
    if (blur?.kind !== 'disk') throw new Error('No disk was found');
    expect(Math.abs(blur.radius - radius)).toBeLessThanOrEqual(0.5);
  }
});

it('finds a Gaussian blur in a compressed picture', async () => {
  for (const side of sides) {
    const sent = await toGrey(await decodePicture(await toJpeg(blurred(side, { kind: 'gaussian', sigma: 2.6 }))));
    expect(findBlurs(printSpectra(sent)).map(({ kind }) => kind)).toContain('gaussian');
  }
});

it('finds nothing in a sharp picture, nor in one without print', () => {
  for (const side of sides) expect(findRestorations(side)).toEqual([]);
  expect(findRestorations({ data: Buffer.alloc(640 * 480, 200), width: 640, height: 480, channels: 1 })).toEqual([]);
  expect(findRestorations({ data: Buffer.alloc(100 * 60, 200), width: 100, height: 60, channels: 1 })).toEqual([]);
});

it('smooths a picture whose pixels are the grid of a screen', async () => {
  const { front } = drawCard('esp', 'screen', 5);
  expect(findRestorations(await toGrey(await decodePicture(front))).length).toBeGreaterThan(0);
});
