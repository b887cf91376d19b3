import sharp, { type Sharp } from 'sharp';
import type { Picture } from './draw-side';
import type { Random } from './random';
import { clutteredTable, plainTable } from './tables';
import type { Corner, Quad } from './truth';
import { layOnto } from './warp';

/** A picture as a caller would send it. */
export type Taken = { bytes: Buffer; extension: 'jpg' | 'png' | 'webp'; quad: Quad | null };
type Condition = (card: Picture, random: Random) => Promise<Taken>;

const opened = ({ data, width, height }: Picture): Sharp => sharp(data, { raw: { width, height, channels: 3 } });
const jpeg = async (picture: Sharp, quality = 88): Promise<Taken> => {
  return { bytes: await picture.jpeg({ quality }).toBuffer(), extension: 'jpg', quad: null };
};
const table = { width: 1600, height: 1200 };
/** What the camera of a telephone takes. */
const telephone = { width: 4000, height: 3000 };

/** What may happen to a card on its way into a picture, by name. */
export const conditions: Record<string, Condition> = {
  clean: (card) => jpeg(opened(card), 92),
  jpeg: (card) => jpeg(opened(card), 32),
  blur: (card) => jpeg(opened(card).blur(1.5)),
  rotate: async (card, random) => photographed(card, await plainTable(table, random), turned(random, 9, 0)),
  persp: async (card, random) => photographed(card, await plainTable(table, random), turned(random, 4, 0.09)),
  clutter: async (card, random) => photographed(card, await clutteredTable(table, random), turned(random, 12, 0.07)),
  sideways: (card, random) => jpeg(opened(card).rotate(random.pick([90, 270]))),
  upsidedown: (card) => jpeg(opened(card).rotate(180)),
  // Turned by the camera, which says so: 6 means that the picture has to be turned right by 90 degrees to be upright.
  exif: (card) => jpeg(opened(card).rotate(270).withMetadata({ orientation: 6 })),
  lowlight: (card, random) => jpeg(noisy(opened(card).linear(0.34, 4), card, random), 85),
  glare: (card, random) => jpeg(opened(card).composite([{ input: glare(card, random), blend: 'screen' }])),
  large: async (card, random) =>
    photographed(card, await clutteredTable(telephone, random), turned(random, 8, 0.05, telephone)),
  // A table as pale as the card.
  pale: async (card, random) =>
    photographed(card, await plainTable(table, random, ['#e4e8ea']), turned(random, 8, 0.04)),
  steep: async (card, random) => photographed(card, await plainTable(table, random), turned(random, 5, 0.17)),
  shadow: async (card, random) => {
    const { bytes, quad } = await photographed(card, await plainTable(table, random), turned(random, 6, 0.04));
    return { ...(await jpeg(sharp(bytes).composite([{ input: shadow(table, random), blend: 'multiply' }]))), quad };
  },
  motion: (card) => jpeg(opened(card).convolve({ width: 7, height: 3, kernel: alongRow(7) }), 85),
  // The card's edges lie outside of the picture, what is printed within.
  tight: (card) => jpeg(opened(card).extract(inner(card, 0.02))),
  small: (card) => jpeg(opened(card).resize(820), 85),
  // Everything a little: seen from one side on a full table, not quite sharp, dim, and pressed hard.
  hard: async (card, random) => {
    const { bytes, quad } = await photographed(card, await clutteredTable(table, random), turned(random, 6, 0.06));
    return { ...(await jpeg(sharp(bytes).blur(0.8).linear(0.7, 6), 55)), quad };
  },
  png: async (card) => ({ bytes: await opened(card).png().toBuffer(), extension: 'png', quad: null }),
  webp: async (card) => ({ bytes: await opened(card).webp({ quality: 80 }).toBuffer(), extension: 'webp', quad: null }),
};

/** Where the corners of a card lie that is turned a little and seen from one side. */
function turned(random: Random, mostDegrees: number, tilt: number, size = table): (card: Picture) => Quad {
  return ({ width, height }) => {
    const angle = (random.between(-mostDegrees, mostDegrees) * Math.PI) / 180;
    const scale = (random.between(0.68, 0.82) * size.width) / width;
    const [centreX, centreY] = [size.width / 2 + random.between(-60, 60), size.height / 2 + random.between(-50, 50)];
    const corner = (x: number, y: number): Corner => {
      const away = () => 1 + random.between(-tilt, tilt);
      const [alongX, alongY] = [(x * width * scale * away()) / 2, (y * height * scale * away()) / 2];
      return [
        centreX + alongX * Math.cos(angle) - alongY * Math.sin(angle),
        centreY + alongX * Math.sin(angle) + alongY * Math.cos(angle),
      ];
    };
    return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  };
}

async function photographed(card: Picture, ground: Picture, place: (card: Picture) => Quad): Promise<Taken> {
  const quad = place(card);
  return { ...(await jpeg(opened(layOnto(ground, card, quad, 40)), 90)), quad };
}

/** The middle one of three rows, all of it alike. */
const alongRow = (width: number) => [0, 1, 0].flatMap((weight) => Array<number>(width).fill(weight));

function inner({ width, height }: Picture, share: number) {
  const [left, top] = [Math.round(width * share), Math.round(height * share)];
  return { left, top, width: width - 2 * left, height: height - 2 * top };
}

/** What a hand between lamp and card leaves: half of the picture darker, with a soft edge. */
function shadow({ width, height }: { width: number; height: number }, random: Random): Buffer {
  const turn = random.between(0, 360).toFixed(0);
  const stops = '<stop offset="0.45" stop-color="#fff"/><stop offset="0.55" stop-color="#666"/>';
  const gradient = `<linearGradient id="h" gradientTransform="rotate(${turn} 0.5 0.5)">${stops}</linearGradient>`;
  const dark = `<defs>${gradient}</defs><rect width="${width}" height="${height}" fill="url(#h)"/>`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${dark}</svg>`);
}

/** The grain of a sensor that sees little. */
function noisy(picture: Sharp, { width, height }: Picture, random: Random): Sharp {
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
