import { noTrace } from '../trace';
import type { Engines } from './engines';
import { orderSides } from './front-or-back';
import { mrzOf } from './mrz-reading.fixture';
import type { Side } from './read-side';

const passport = mrzOf(
  ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
  'TD3',
);
const face = { x: 0, y: 0, width: 100, height: 130 };
const side = (more: Partial<Side>) =>
  ({ faces: { boxes: [face], score: 0.8, head: [] }, mrzRows: [], mrz: null, lines: [], ...more }) as unknown as Side;
/** Without engines, a look at the back fails. */
const engines = {} as Engines;

it('needs no look at the back if the front has a clear face, and no zone or that of a passport', async () => {
  const back = side({});
  for (const front of [side({}), side({ mrz: passport, mrzRows: passport.rows })])
    expect(await orderSides(engines, { front, back }, noTrace)).toEqual({ front, back, swapped: false });
});

it('looks for the faces of a back with a zone if the front is unclear; others were looked for before', async () => {
  const front = side({ mrzRows: passport.rows });
  await expect(orderSides(engines, { front, back: side({ mrz: passport }) }, noTrace)).rejects.toThrow();
  const back = side({ faces: { boxes: [], score: 0, head: [] } });
  expect(await orderSides(engines, { front, back }, noTrace)).toEqual({ front, back, swapped: false });
});
