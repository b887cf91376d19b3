import sharp from 'sharp';
import { drawCard } from '../draw-cards.fixture';
import { flattenPicture, turnCard } from '../find/flatten-picture';
import { noFaces } from '../find/find-faces';
import { findPrint } from '../find/find-print';
import { openEngines } from '../open-card-reader';
import { decodePicture } from '../picture/picture';
import { noTrace } from '../trace';
import type { Engines } from './engines';
import { readSide } from './read-side';
import { lookAgainIfNonsense } from './second-look';
import { turnUpright } from './upright-side';

let engines: Engines;
let card: ReturnType<typeof drawCard>;
beforeAll(async () => {
  engines = await openEngines();
  card = drawCard('mxc', 'clean', 5);
});
afterAll(() => engines.text.close());

const flatten = async (image: Buffer) => flattenPicture(engines.cv, await decodePicture(image), noTrace);
const zoneOf = async (image: Buffer) => {
  const side = await turnUpright(engines, await flatten(image), noTrace);
  return { corners: side.corners, mrz: (await readSide(engines, side, noTrace)).mrz };
};
const turned = (degrees: number, orientation = 1) =>
  sharp(card.back).rotate(degrees).withMetadata({ orientation }).jpeg({ quality: 90 }).toBuffer();

describe('a side with hardly any print but its zone', () => {
  it.each([
    ['by 90 degrees', 90, 1],
    ['by 180 degrees', 180, 1],
    ['by 270 degrees', 270, 1],
    ['in its pixels, and turned back by its orientation', 90, 8],
    ['by its orientation alone', 0, 3],
  ])(
    'is read turned %s',
    async (_, degrees, orientation) => {
      const { mrz } = await zoneOf(await turned(degrees, orientation));
      expect(mrz?.checkDigits).toEqual({ number: true, birth: true, expiry: true, composite: true });
    },
    60_000,
  );

  it('knows where its top left corner is in the picture as it was sent', async () => {
    expect((await zoneOf(await turned(0))).corners[0]).toEqual({ x: 0, y: 0 });
    expect((await zoneOf(await turned(180))).corners[0]).toEqual({ x: 1, y: 1 });
    expect((await zoneOf(await turned(90))).corners[0]).toEqual({ x: 1, y: 0 });
  });
});

describe('a side that was taken for upright', () => {
  it('is read the other way up if what was read is nonsense', async () => {
    const wrong = await turnCard(await flatten(card.front), 180);
    const regions = await findPrint(engines.cv, wrong.color, noTrace);
    const asTaken = { ...wrong, ...regions, alreadyRead: new Map(), faces: noFaces, seemedClear: true };
    const nonsense = await readSide(engines, asTaken, noTrace);
    const compared = { ...nonsense, seemedClear: false };
    expect(await lookAgainIfNonsense(engines, compared, noTrace)).toBe(compared);
    const settled = await lookAgainIfNonsense(engines, nonsense, noTrace);
    expect(settled.lines.map(({ text }) => text).join(' ')).toContain(card.truth.nin);
  });

  it('stays as it is if it makes sense, or if neither way does', async () => {
    const upright = await turnUpright(engines, await flatten(card.front), noTrace);
    const read = await readSide(engines, upright, noTrace);
    expect(await lookAgainIfNonsense(engines, read, noTrace)).toBe(read);
    const empty = { ...read, mrz: null, lines: [] };
    expect(await lookAgainIfNonsense(engines, empty, noTrace)).toBe(empty);
  });
});
