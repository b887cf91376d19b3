import { countries } from '../countries';
import { openEngines } from '../open-card-reader';
import type { Engines } from './engines';
import { lineAt } from './printed-lines.fixture';
import type { PrintedLine } from './printed-line';
import type { Side } from './read-side';
import { rereadValues } from './reread-values';

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.text.close());

const chile = countries.find(({ code }) => code === 'CHL')!;
const side = { normalized: { data: Buffer.alloc(600 * 400, 255), width: 600, height: 400, channels: 1 } } as Side;
const label = lineAt('RUN', 20, 60);

/** Reads again what these lines have, with an engine that reads these texts one after the other. */
function reread(lines: PrintedLine[], texts: string[], confidence: number) {
  const readings = texts.map((text) => [lineAt(text, 10, 10, 20, confidence)]);
  const read = jest.fn(() => readings.shift() ?? []);
  const found = rereadValues({ ...engines, text: { ...engines.text, read } }, side, lines, chile, 'spa');
  return { texts: found.map(({ text }) => text), readings: read.mock.calls.length };
}

it('takes the first reading that has the form of the label', () => {
  const value = lineAt('17.72', 20, 90, 20, 60);
  const { texts, readings } = reread([label, value], ['17.729.0', '17.729.045-9'], 60);
  expect([texts, readings]).toEqual([['RUN', '17.729.045-9'], 2]);
});

it('reads an uncertain value at three heights, and a certain one that is the same again no further', () => {
  const texts = ['CHILE', 'CHILE', 'CHILE', 'CHILE'];
  expect(reread([label, lineAt('CHILE', 20, 90, 20, 60)], texts, 60).readings).toBe(3);
  expect(reread([label, lineAt('CHILE', 20, 90)], texts, 95)).toEqual({ texts: ['RUN', 'CHILE'], readings: 1 });
});

describe('where the value of a label should be', () => {
  const dates = ['FECHA DE NACIMIENTO', '16 FEB 1974', 'FECHA DE EMISIÓN', '03 JUN 2020'];
  const others = dates.map((text, i) => lineAt(text, 20, 120 + i * 30));
  const lines = [lineAt('RUN', 300, 60), ...others];

  it('is a number that was not found', () =>
    expect(reread(lines, ['17.729', '17.729.045-9'], 60)).toEqual({
      texts: ['RUN', ...dates, '17.729.045-9'],
      readings: 2,
    }));

  it('ends before the words of another text, far to the right', () => {
    const again = lineAt('17.729.045-9', 10, 10);
    const other = lineAt('MONTEGO BAY', 400, 10);
    const read = () => [again, other];
    const found = rereadValues({ ...engines, text: { ...engines.text, read } }, side, lines, chile, 'spa');
    expect(found.map(({ text }) => text)).toEqual(['RUN', ...dates, '17.729.045-9']);
  });

  it.each([
    ['background', '_ : 7', 10],
    ['other print', 'CHILE', 95],
  ])('is %s, which is read once', (_, text, confidence) =>
    expect(reread(lines, [text, text, text], confidence)).toEqual({ texts: ['RUN', ...dates], readings: 1 }),
  );
});
