import sharp, { type Sharp } from 'sharp';
import type { Picture } from './draw-side';
import type { Random } from './random';
import { clutteredTable, plainTable } from './tables';
import { photographScreen } from './screens';
import type { Corner, Quad } from './truth';
import { projected, projectOnto } from './warp';

/** A picture as a caller would send it. */
export type Taken = { bytes: Buffer; extension: 'jpg' | 'png' | 'webp'; quad: Quad | null };
type Condition = (card: Picture, random: Random) => Promise<Taken>;

const toSharp = ({ data, width, height }: Picture): Sharp => sharp(data, { raw: { width, height, channels: 3 } });
const jpeg = async (picture: Sharp, quality = 88): Promise<Taken> => {
  return { bytes: await picture.jpeg({ quality }).toBuffer(), extension: 'jpg', quad: null };
};
const table = { width: 1600, height: 1200 };
/** The size of a picture by a phone camera. */
const phone = { width: 4000, height: 3000 };

/** Ways to take a picture of a card, by name. */
export const conditions: Record<string, Condition> = {
  clean: (card) => jpeg(toSharp(card), 92),
  jpeg: (card) => jpeg(toSharp(card), 32),
  blur: (card) => jpeg(toSharp(card).blur(1.5)),
  rotate: async (card, random) => photographOn(card, await plainTable(table, random), placedAtRandom(random, 9, 0)),
  persp: async (card, random) => photographOn(card, await plainTable(table, random), placedAtRandom(random, 4, 0.09)),
  clutter: async (card, random) =>
    photographOn(card, await clutteredTable(table, random), placedAtRandom(random, 12, 0.07)),
  sideways: (card, random) => jpeg(toSharp(card).rotate(random.pick([90, 270]))),
  upsidedown: (card) => jpeg(toSharp(card).rotate(180)),
  // Rotated by the camera. EXIF orientation 6: rotate by 90 degrees clockwise to get an upright picture.
  exif: (card) => jpeg(toSharp(card).rotate(270).withMetadata({ orientation: 6 })),
  lowlight: (card, random) => jpeg(withNoise(toSharp(card).linear(0.34, 4), card, random), 85),
  glare: (card, random) => jpeg(toSharp(card).composite([{ input: glare(card, random), blend: 'screen' }])),
  large: async (card, random) =>
    photographOn(card, await clutteredTable(phone, random), placedAtRandom(random, 8, 0.05, phone)),
  // The table is as pale as the card.
  pale: async (card, random) =>
    photographOn(card, await plainTable(table, random, ['#e4e8ea']), placedAtRandom(random, 8, 0.04)),
  steep: async (card, random) => photographOn(card, await plainTable(table, random), placedAtRandom(random, 5, 0.17)),
  shadow: async (card, random) => {
    const { bytes, quad } = await photographOn(card, await plainTable(table, random), placedAtRandom(random, 6, 0.04));
    return { ...(await jpeg(sharp(bytes).composite([{ input: shadow(table, random), blend: 'multiply' }]))), quad };
  },
  motion: (card) => jpeg(toSharp(card).convolve({ width: 7, height: 3, kernel: rowKernel(7) }), 85),
  // The edges of the card are outside the picture, all print is inside.
  tight: (card) => jpeg(toSharp(card).extract(innerArea(card, 0.02))),
  small: (card) => jpeg(toSharp(card).resize(820), 85),
  // A little of everything: perspective, a cluttered table, blur, low light, strong compression.
  hard: async (card, random) => {
    const { bytes, quad } = await photographOn(
      card,
      await clutteredTable(table, random),
      placedAtRandom(random, 6, 0.06),
    );
    return { ...(await jpeg(sharp(bytes).blur(0.8).linear(0.7, 6), 55)), quad };
  },
  screen: photographOnScreen,
  png: async (card) => ({ bytes: await toSharp(card).png().toBuffer(), extension: 'png', quad: null }),
  webp: async (card) => ({
    bytes: await toSharp(card).webp({ quality: 80 }).toBuffer(),
    extension: 'webp',
    quad: null,
  }),
};

/** The corners of a card with a random rotation and perspective. */
function placedAtRandom(random: Random, maxDegrees: number, tilt: number, size = table, shares = [0.68, 0.82]) {
  return ({ width, height }: Picture): Quad => {
    const angle = (random.between(-maxDegrees, maxDegrees) * Math.PI) / 180;
    const scale = (random.between(shares[0]!, shares[1]!) * size.width) / width;
    const [centreX, centreY] = [size.width / 2 + random.between(-60, 60), size.height / 2 + random.between(-50, 50)];
    const corner = (x: number, y: number): Corner => {
      const distortion = () => 1 + random.between(-tilt, tilt);
      const [alongX, alongY] = [(x * width * scale * distortion()) / 2, (y * height * scale * distortion()) / 2];
      return [
        centreX + alongX * Math.cos(angle) - alongY * Math.sin(angle),
        centreY + alongX * Math.sin(angle) + alongY * Math.cos(angle),
      ];
    };
    return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  };
}

async function photographOn(card: Picture, ground: Picture, place: (card: Picture) => Quad): Promise<Taken> {
  const quad = place(card);
  return { ...(await jpeg(toSharp(projectOnto(ground, card, quad, 40)), 90)), quad };
}

/** A picture of the card on a table, shown on a screen that fills the frame. */
async function photographOnScreen(card: Picture, random: Random): Promise<Taken> {
  const frame = random.pick([table, { width: 2000, height: 1500 }, { width: 2400, height: 1800 }]);
  // The pixels of the sensor for each pixel of the screen.
  const pitch = random.between(1.3, 3.6);
  const size = { width: Math.round((1.2 * frame.width) / pitch), height: Math.round((1.2 * frame.height) / pitch) };
  const shrunk = await toPicture(toSharp(card).resize(Math.round(size.width * 0.68)));
  const cardQuad = placedAtRandom(random, 3, 0.01, size, [0.6, 0.68])(shrunk);
  const shown = projectOnto(await plainTable(size, random), shrunk, cardQuad, shrunk.width / 32);
  const screenQuad = placedAtRandom(random, 6, 0.03, frame, [1.2, 1.2])(shown);
  const share = ([x, y]: Corner): Corner => [x / size.width, y / size.height];
  const quad = cardQuad.map((corner) => projected(screenQuad, share(corner))) as Quad;
  const picture = photographScreen(shown, screenQuad, frame, random);
  return { ...(await jpeg(toSharp(picture), random.integer(82, 93))), quad };
}

async function toPicture(image: Sharp): Promise<Picture> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A kernel of three rows: ones in the middle row. */
const rowKernel = (width: number) => [0, 1, 0].flatMap((weight) => Array<number>(width).fill(weight));

function innerArea({ width, height }: Picture, share: number) {
  const [left, top] = [Math.round(width * share), Math.round(height * share)];
  return { left, top, width: width - 2 * left, height: height - 2 * top };
}

/** The shadow of a hand: half of the picture is darker, with a soft edge. */
function shadow({ width, height }: { width: number; height: number }, random: Random): Buffer {
  const turn = random.between(0, 360).toFixed(0);
  const stops = '<stop offset="0.45" stop-color="#fff"/><stop offset="0.55" stop-color="#666"/>';
  const gradient = `<linearGradient id="h" gradientTransform="rotate(${turn} 0.5 0.5)">${stops}</linearGradient>`;
  const dark = `<defs>${gradient}</defs><rect width="${width}" height="${height}" fill="url(#h)"/>`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${dark}</svg>`);
}

/** The noise of a sensor in low light. */
function withNoise(picture: Sharp, { width, height }: Picture, random: Random): Sharp {
  const grain = Buffer.alloc(width * height);
  for (let at = 0; at < grain.length; at++) grain[at] = 128 + (random.next() + random.next() - 1) * 22;
  return picture.composite([{ input: grain, raw: { width, height, channels: 1 }, blend: 'hard-light' }]);
}

function glare({ width, height }: Picture, random: Random): Buffer {
  const [x, y] = [random.between(0.55, 0.9) * width, random.between(0.05, 0.3) * height];
  const stops = '<stop stop-color="#fff" stop-opacity="0.75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>';
  const spot = `<ellipse cx="${x}" cy="${y}" rx="${width * 0.2}" ry="${height * 0.16}" fill="url(#l)"/>`;
  const defs = `<defs><radialGradient id="l">${stops}</radialGradient></defs>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${defs}${spot}</svg>`,
  );
}
