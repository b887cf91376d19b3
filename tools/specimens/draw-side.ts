import sharp from 'sharp';
import { backgroundSvg } from './background';
import { barcodePicture } from './barcodes';
import type { Element, Side } from './elements';
import type { Layout } from './layout';
import { outlineOf, widthOf } from './letters';
import { portraitPicture } from './portraits';
import type { Random } from './random';
import { mrzSvg } from './mrz-letters';

/** RGB with 8 bits per channel, row by row. */
export type Picture = { data: Buffer; width: number; height: number };

type Drawing = Pick<Layout, 'size' | 'style'> & { portraitIndex: number; random: Random };

/** One side of a card as it is printed, with square corners. */
export async function drawSide(side: Side, { size, style, portraitIndex, random }: Drawing): Promise<Picture> {
  const print = side.map((element) => svgOf(element, style.typeface, size.width)).join('');
  const frame = `xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"`;
  const background = Buffer.from(`<svg ${frame}>${backgroundSvg(size, style, random)}</svg>`);
  const ink = Buffer.from(`<svg ${frame}>${print}</svg>`);
  const pictures = await Promise.all(side.map((element) => pictureOf(element, portraitIndex)));
  const layers = [...pictures.filter((one) => one !== undefined), { input: ink, left: 0, top: 0 }];
  const whole = sharp(background).composite(layers).flatten({ background: '#fff' }).toColourspace('srgb').removeAlpha();
  const { data, info } = await whole.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function svgOf(element: Element, typeface: Layout['style']['typeface'], width: number): string {
  if (element.kind === 'mrz') return mrzSvg(element.lines, element);
  if (element.kind === 'box') {
    const { x, y, colour } = element;
    return `<rect x="${x}" y="${y}" width="${element.width}" height="${element.height}" fill="${colour}"/>`;
  }
  if (element.kind !== 'text') return '';
  if (element.x + widthOf({ ...element, typeface }) > width)
    throw new Error(`"${element.text}" does not fit on its card`);
  return `<path fill="${element.colour}" d="${outlineOf({ ...element, typeface })}"/>`;
}

async function pictureOf(element: Element, portraitIndex: number) {
  if (element.kind === 'portrait')
    return { input: await portraitPicture(portraitIndex, element), left: element.x, top: element.y };
  if (element.kind === 'barcode')
    return { input: await barcodePicture(element.format, element.text, element), left: element.x, top: element.y };
  return undefined;
}
