import { loadOpenCv } from '../picture/opencv';
import { mrzOf } from './mrz-reading.fixture';
import { lineAt } from './printed-lines.fixture';
import type { Side } from './read-side';
import { rereadByMrz } from './reread-by-mrz';

const mrz = mrzOf([
  'INCHL4650546264<<<<<<<<<<<<<<<',
  '7402164F3002164CHL17729045<9<4',
  'FERNANDEZ<<BEGONA<<<<<<<<<<<<<',
]);
const white = { data: Buffer.alloc(600 * 400, 255), width: 600, height: 400, channels: 1 as const };
const side = { normalized: white } as unknown as Side;

/** What the card shows as an engine reads it at every other height. */
async function textsOf(printed: string, again: string): Promise<string[]> {
  const { cv } = await loadOpenCv();
  const words = lineAt(again, 0, 0).words;
  const engines = { cv, text: { read: () => [{ words, box: lineAt(again, 0, 0).box }], close: () => {} } };
  const names = [lineAt('FERNANDEZ', 20, 20), lineAt('BEGONA', 20, 60)];
  const lines = rereadByMrz(engines, side, [...names, lineAt(printed, 20, 100, 50)], mrz, 'spa');
  return lines.map(({ text }) => text).slice(2);
}

it('takes a number from another reading if that shows the number of the zone', async () => {
  expect(await textsOf('46S0S5462G', '465.054.626')).toEqual(['465.054.626']);
});

it('keeps a number that every reading shows differently from the zone', async () => {
  expect(await textsOf('465.054.926', '465.054.926')).toEqual(['465.054.926']);
  expect(await textsOf('911.774.028', '465.054.626')).toEqual(['911.774.028']);
});
