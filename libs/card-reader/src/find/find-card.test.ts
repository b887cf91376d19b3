import sharp from 'sharp';
import { type OpenCv, loadOpenCv } from '../picture/opencv';
import { type Picture, decodePicture } from '../picture/picture';
import { findCard } from './find-card';
import { flattenCard } from './flatten';
import { type Quad, distance } from './quads';

let cv: OpenCv;
beforeAll(async () => {
  ({ cv } = await loadOpenCv());
});

/** A pale card with some print, drawn with these corners on a table. */
async function table(corners: [number, number][], turn = ''): Promise<Picture> {
  const outline = corners.map((corner) => corner.join()).join(' ');
  const [x, y] = corners[0]!;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">
    <rect width="1200" height="900" fill="#5a4632"/>
    <path d="M0 150 L1200 190 M0 700 L1200 640" stroke="#6b5540" stroke-width="9"/><g ${turn}>
    <polygon points="${outline}" fill="#dfe8ee" stroke="#dfe8ee" stroke-width="12" stroke-linejoin="round"/>
    <rect x="${x + 40}" y="${y + 80}" width="150" height="190" fill="#7a5a4a"/></g></svg>`;
  return decodePicture(await sharp(Buffer.from(svg)).png().toBuffer());
}

const farthest = (found: Quad | null, corners: [number, number][]) =>
  Math.max(...corners.map(([x, y]) => Math.min(...(found ?? []).map((point) => distance(point, { x, y })), 9999)));

describe('a card on a table', () => {
  it.each([
    [
      'straight',
      [
        [200, 200],
        [1000, 200],
        [1000, 704],
        [200, 704],
      ],
    ],
    [
      'from the side',
      [
        [210, 240],
        [980, 190],
        [1010, 720],
        [180, 660],
      ],
    ],
    [
      'upright',
      [
        [400, 60],
        [880, 60],
        [880, 820],
        [400, 820],
      ],
    ],
  ] as [string, [number, number][]][])('is found %s', async (_how, corners) => {
    expect(farthest(await findCard(cv, await table(corners)), corners)).toBeLessThan(20);
  });

  it('fills the flattened picture', async () => {
    const picture = await table([[210, 240], [980, 190], [1010, 720], [180, 660]]); // prettier-ignore
    const flat = await flattenCard(cv, picture, await findCard(cv, picture));
    expect([flat.width, flat.height]).toEqual([1280, 807]);
    const edge = [0, 1, 2].map((c) => flat.data[(400 * 1280 + 1260) * 3 + c]!);
    expect(edge.every((value) => value > 200)).toBe(true);
  });

  it('that fills the picture is not confused with its portrait', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1011" height="638">
      <rect width="1011" height="638" fill="#dfe8ee"/>
      <rect x="50" y="120" width="290" height="370" fill="#503c32"/></svg>`;
    const picture = await decodePicture(await sharp(Buffer.from(svg)).png().toBuffer());
    expect(await findCard(cv, picture)).toBeNull();
    const flat = await flattenCard(cv, picture, null);
    expect([flat.width, flat.height]).toEqual([1280, 808]);
  });
});
