import sharp from 'sharp';
import type { Picture } from '../picture/picture';
import { showSamePicture } from './same-picture';

type Bar = [x: number, y: number, width: number];
const front: Bar[] = [[40, 40, 300], [400, 120, 200], [400, 200, 180], [400, 280, 220], [60, 150, 60]]; // prettier-ignore
const back: Bar[] = [[60, 300, 520], [60, 350, 520], [300, 60, 120], [80, 90, 40]]; // prettier-ignore

/** A card with bars for its print, seen as a camera does. */
async function card(bars: Bar[], { blur = 0.4, turn = 0, cardFound = true } = {}) {
  const ink = bars.map(([x, y, width]) => `<rect x="${x}" y="${y}" width="${width}" height="24"/>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#fff"/>${ink}</svg>`;
  const picture = sharp(Buffer.from(svg)).flatten().rotate(turn).blur(blur).greyscale().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  const normalized: Picture = { data, width: info.width, height: info.height, channels: 1 };
  return { normalized, cardFound };
}

describe('two pictures', () => {
  it('show the same side in other sharpness, with other values, or upside down', async () => {
    const otherValues = front.map(([x, y, width]): Bar => [x, y, width + 12]);
    expect(await showSamePicture(await card(front), await card(front, { blur: 4 }))).toBe(true);
    expect(await showSamePicture(await card(front), await card(otherValues))).toBe(true);
    expect(await showSamePicture(await card(front), await card(front, { turn: 180 }))).toBe(true);
  });

  it('show two sides if their print is at other places, or one of them has none', async () => {
    expect(await showSamePicture(await card(front), await card(back))).toBe(false);
    expect(await showSamePicture(await card(front), await card([]))).toBe(false);
  });

  it('show nothing certain if one of them is not cut along the outline of a card', async () => {
    expect(await showSamePicture(await card(front), await card(front, { cardFound: false }))).toBe(false);
  });
});
