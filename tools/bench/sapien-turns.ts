/**
 * Turns each picture of a folder by 0, 90, 180 and 270 degrees, in its pixels or by its EXIF orientation, and counts
 * how often the reader finds the right way up. The pictures of the folder must be upright.
 *
 *   npx tsx tools/bench/sapien-turns.ts <folder> [--exif] [--only=text]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { flattenPicture } from '../../libs/card-reader/src/find/flatten-picture';
import { openEngines } from '../../libs/card-reader/src/open-card-reader';
import { cleanPicture } from '../../libs/card-reader/src/picture/clean-picture';
import { type Picture, decodePicture, resize, rotate, toGrey } from '../../libs/card-reader/src/picture/picture';
import { turnUpright } from '../../libs/card-reader/src/read/upright-side';
import { noTrace } from '../../libs/card-reader/src/trace';

const [folder, ...flags] = process.argv.slice(2);
if (!folder) throw new Error('usage: sapien-turns <folder> [--exif] [--only=text]');
const only = flags.find((flag) => flag.startsWith('--only='))?.slice(7) ?? '';
const cards = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as {
  id: string;
  files: { front: string; back: string };
}[];

const turns = [0, 90, 180, 270] as const;
type Turn = (typeof turns)[number];
/** The EXIF orientation of a camera that was held turned: it undoes the turn. */
const orientations: Record<Turn, number> = { 0: 1, 90: 8, 180: 3, 270: 6 };

/** The picture turned clockwise. Under an EXIF orientation the viewer sees it upright again. */
async function turned(file: string, turn: Turn): Promise<Buffer> {
  const picture = sharp(readFileSync(join(folder!, file))).rotate(turn);
  const tagged = flags.includes('--exif') ? picture.withMetadata({ orientation: orientations[turn] }) : picture;
  return cleanPicture(await tagged.jpeg({ quality: 92 }).toBuffer()).bytes;
}

const SIZE = [96, 60] as const;
const thumbnail = async (picture: Picture) => (await resize(await toGrey(picture), ...SIZE)).data;

/** The correlation of two small pictures: that of a card with itself upside down is low. */
function similarity(a: Buffer, b: Buffer): number {
  const mean = (data: Buffer) => data.reduce((sum, value) => sum + value, 0) / data.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]! - meanA, b[i]! - meanB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / Math.sqrt(aa * bb);
}

async function main(): Promise<void> {
  const engines = await openEngines();
  const flatten = async (image: Buffer) => flattenPicture(engines.cv, await decodePicture(image), noTrace);
  const counts = new Map<string, { pictures: number; upright: number; ms: number }>();
  const failures: string[] = [];
  for (const card of cards.filter(({ id }) => id.includes(only)))
    for (const side of ['front', 'back'] as const) {
      const reference = (await flatten(await turned(card.files[side], 0))).color;
      const [upright, inverted] = [await thumbnail(reference), await thumbnail(await rotate(reference, 180))];
      for (const turn of turns) {
        const flat = await flatten(await turned(card.files[side], turn));
        const start = process.cpuUsage().user;
        const found = await thumbnail((await turnUpright(engines, flat, noTrace)).color);
        const ms = (process.cpuUsage().user - start) / 1000;
        const count = counts.get(`${side} ${turn}`) ?? { pictures: 0, upright: 0, ms: 0 };
        counts.set(`${side} ${turn}`, count);
        count.pictures++;
        count.ms += ms;
        if (similarity(found, upright) > similarity(found, inverted)) count.upright++;
        else failures.push(`${card.id} ${side} turned by ${turn}`);
      }
    }
  engines.text.close();
  for (const [kind, { pictures, upright, ms }] of counts)
    console.log(`${kind}: ${upright} of ${pictures} upright, ${(ms / pictures).toFixed(0)} ms CPU for the way up`);
  for (const failure of failures) console.log(failure);
}

void main();
