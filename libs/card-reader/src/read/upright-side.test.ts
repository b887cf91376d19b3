import sharp from 'sharp';
import { drawCard } from '../draw-cards.fixture';
import { flattenPicture, turnCard } from '../find/flatten-picture';
import { noFaces } from '../find/find-faces';
import type { Quad } from '../find/quads';
import { findPrint } from '../find/find-print';
import { openEngines } from '../open-card-reader';
import { decodePicture } from '../picture/picture';
import { noTrace } from '../trace';
import { clearSide } from './clear-side';
import type { Engines } from './engines';
import { readSide } from './read-side';
import { lookAgainIfNonsense } from './second-look';
import type { TextLine } from './text-engine';
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

  it('is read row by row, and no row twice at one height', async () => {
    const read = jest.spyOn(engines.text, 'read');
    const side = await clearSide(engines, await turnUpright(engines, await flatten(card.back), noTrace), noTrace);
    const { mrz } = await readSide(engines, side, noTrace);
    const textsOf = (lines: TextLine[]) => lines.flatMap(({ words }) => words.map(({ text }) => text)).join(' ');
    const rows = read.mock.results
      .map(({ value }, at) => ({ text: textsOf(value as TextLine[]), height: read.mock.calls[at]![0].height }))
      .filter(({ text }) => text.includes('<'));
    read.mockRestore();
    expect(mrz?.kind).toBe('TD1');
    expect(rows.map(({ height }) => height)).toEqual([52, 52, 52]);
  });

  it('knows where its top left corner is in the picture as it was sent', async () => {
    expect((await zoneOf(await turned(0))).corners[0]).toEqual({ x: 0, y: 0 });
    expect((await zoneOf(await turned(180))).corners[0]).toEqual({ x: 1, y: 1 });
    expect((await zoneOf(await turned(90))).corners[0]).toEqual({ x: 1, y: 0 });
  });
});

describe('a side that is printed upright', () => {
  it.each([0, 90, 180, 270])(
    'is read turned by %d degrees',
    async (degrees) => {
      const { width, height } = await sharp(card.front).metadata();
      const column = { left: Math.round(width! * 0.34), top: 0, width: Math.round(height! * 0.63), height: height! };
      const upright = await sharp(card.front).extract(column).toBuffer();
      const image = await sharp(upright).rotate(degrees).jpeg({ quality: 90 }).toBuffer();
      const { color, corners } = await turnUpright(engines, await flatten(image), noTrace);
      expect(color.height).toBeGreaterThan(color.width);
      expect(corners[0]).toEqual(
        [
          { x: 0, y: 0 },
          { x: 1, y: 0 },
          { x: 1, y: 1 },
          { x: 0, y: 1 },
        ][degrees / 90],
      );
    },
    60_000,
  );
});

describe('an outline of a part of the picture', () => {
  const partOf = async (share: number) => {
    const image = sharp(card.front);
    const { width, height } = await image.metadata();
    const size = { width: Math.round(width * share), height: Math.round(height * share) };
    const crop = await image
      .extract({ left: 0, top: Math.round(height * 0.3), ...size })
      .png()
      .toBuffer();
    const corners = [
      [0, 0],
      [share, 0],
      [share, share],
      [0, share],
    ].map(([x, y]) => ({ x: x!, y: y! })) as Quad;
    return { ...(await flatten(crop)), cardFound: true, corners };
  };

  it('gives way to the whole picture if it has no clear word, and that has some', async () => {
    const whole = await flatten(card.front);
    const portrait = await partOf(0.25);
    expect((await turnUpright(engines, portrait, noTrace, async () => whole)).color).toBe(whole.color);
    expect((await turnUpright(engines, portrait, noTrace, async () => portrait)).corners).toBe(portrait.corners);
  });

  it('stays the card if it has clear words', async () => {
    const small = { ...(await flatten(card.front)), cardFound: true, corners: (await partOf(0.5)).corners };
    const none = () => Promise.reject(new Error('The whole picture was looked at'));
    expect((await turnUpright(engines, small, noTrace, none)).corners).toBe(small.corners);
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
