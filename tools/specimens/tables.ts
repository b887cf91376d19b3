import sharp from 'sharp';
import type { Picture } from './draw-side';
import type { Random } from './random';

type Size = { width: number; height: number };

const tableColours = ['#3b2f2a', '#6d4c33', '#44525c', '#2d3a33', '#a08a6c'];

/** A table of one colour with soft light. */
export function plainTable(size: Size, random: Random, colours = tableColours): Promise<Picture> {
  const colour = random.pick(colours);
  return render(size, `${fill(colour)}${shade(size)}`);
}

/** A table with papers, cups and stripes of cloth. */
export function clutteredTable(size: Size, random: Random): Promise<Picture> {
  const papers = Array.from({ length: 4 }, () => paper(size, random));
  const cups = Array.from({ length: 3 }, () => {
    const [x, y, radius] = [random.between(0, size.width), random.between(0, size.height), random.between(40, 110)];
    const colour = random.pick(['#b23a3a', '#d8b24a', '#3c6ea5', '#efe9df']);
    const circle = (r: number, fill: string) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
    return circle(radius, colour) + circle(radius * 0.8, '#3a2a20');
  });
  const stripes = Array.from(
    { length: 24 },
    (_, at) => `<rect x="${at * 80}" width="34" height="${size.height}" fill="#000" fill-opacity="0.12"/>`,
  );
  const ground = fill(random.pick(['#7b5a3c', '#5f6a72', '#86654f', '#4d5d4a']));
  return render(size, ground + stripes.join('') + papers.join('') + cups.join('') + shade(size));
}

function paper({ width, height }: Size, random: Random): string {
  const [x, y, turn] = [random.between(-200, width - 200), random.between(-200, height - 200), random.between(-40, 40)];
  const [wide, high] = [random.between(300, 620), random.between(200, 500)];
  const lines = Array.from({ length: 9 }, (_, row) => {
    const length = random.between(0.4, 0.85) * wide;
    return `<rect x="30" y="${30 + row * 36}" width="${length}" height="9" fill="#667" fill-opacity="0.7"/>`;
  });
  const tone = random.pick(['#cfcabd', '#b9c2c9', '#d8cdb4']);
  const sheet = `<rect width="${wide}" height="${high}" fill="${tone}"/>${lines.join('')}`;
  return `<g transform="translate(${x} ${y}) rotate(${turn})">${sheet}</g>`;
}

const fill = (colour: string) => `<rect width="100%" height="100%" fill="${colour}"/>`;

function shade({ width, height }: Size): string {
  const stops = '<stop stop-color="#fff" stop-opacity="0.16"/><stop offset="1" stop-color="#000" stop-opacity="0.22"/>';
  const gradient = `<defs><radialGradient id="s">${stops}</radialGradient></defs>`;
  return `${gradient}<rect width="${width}" height="${height}" fill="url(#s)"/>`;
}

async function render({ width, height }: Size, inner: string): Promise<Picture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
