import { drawCard } from '../draw-cards.fixture';
import { flattenPicture } from '../find/flatten-picture';
import { openEngines } from '../open-card-reader';
import { decodePicture } from '../picture/picture';
import { noTrace } from '../trace';
import { clearSide } from './clear-side';
import type { Engines } from './engines';
import { readSide } from './read-side';
import { type UprightSide, turnUpright } from './upright-side';

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.text.close());

async function sideOf(image: Buffer): Promise<UprightSide> {
  const flat = await flattenPicture(engines.cv, await decodePicture(image), noTrace);
  return turnUpright(engines, flat, noTrace);
}

async function certainLines(side: UprightSide): Promise<number> {
  const { lines } = await readSide(engines, side, noTrace);
  return lines.filter(({ confidence }) => confidence > 85).length;
}

it('leaves a sharp side as it is', async () => {
  const side = await sideOf(drawCard('ury', 'clean').front);
  expect(await clearSide(engines, side, noTrace)).toBe(side);
});

it('makes a side legible for which the camera moved', async () => {
  const side = await sideOf(drawCard('ury', 'motion').front);
  const clear = await clearSide(engines, side, noTrace);
  expect(await certainLines(clear)).toBeGreaterThan(await certainLines(side));
});
