import { openEngines } from '../open-card-reader';
import type { Engines } from './engines';
import { lineAt } from './printed-lines.fixture';
import { rereadNumber } from './reread-number';

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.text.close());

const white = { data: Buffer.alloc(600 * 400, 255), width: 600, height: 400, channels: 1 as const };

/** What becomes of a printed number that the zone has, too, if another model reads this. */
function reread(number: string, other: string) {
  const read = jest.fn(() => [lineAt(other, 10, 10)]);
  const lines = [lineAt(number, 20, 60, 50), lineAt('SURNAME', 20, 120, 50)];
  const [line, last] = rereadNumber({ ...engines, text: { ...engines.text, read } }, white, lines, number);
  expect(last).toBe(lines[1]);
  return { text: line!.text, confidence: line!.confidence, readings: read.mock.calls.length };
}

it('is doubted where another model sees a digit for a letter that no check digit tells from it', () =>
  expect(reread('ESB20P83', 'E8B20P83')).toEqual({ text: 'E8B20P83', confidence: 70, readings: 1 }));

it.each([
  ['both models see the same', 'ESB20P83', 'ESB20P83'],
  ['another model sees another number', 'ESB20P83', 'E8B20P38'],
  ['another model sees a part of it', 'ESB20P83', 'E8B20P8'],
])('stays where %s', (_, number, other) =>
  expect(reread(number, other)).toEqual({ text: number, confidence: 95, readings: 1 }),
);

it('is not read again without such a letter', () => expect(reread('EAB20P83', 'E8B20P83').readings).toBe(0));
