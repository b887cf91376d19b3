import { type Country, countries } from '../countries';
import { openEngines } from '../open-card-reader';
import type { MrzReading } from './read-mrz';
import { lineAt } from './printed-lines.fixture';
import type { Side } from './read-side';
import { rereadPrint } from './reread-print';

/** A zone without numbers and names. */
const zoneOf = (nationality: string) =>
  ({ number: '', optional: [], name: 'X', lastname: 'X', nationality }) as unknown as MrzReading;

const white = { data: Buffer.alloc(600 * 400, 255), width: 600, height: 400, channels: 1 as const };
const lines = [lineAt('Name: MULLER', 20, 60, 30)];
const side = { lines, normalized: white } as unknown as Side;

it('says which words may lack marks: those that only the model of another language has read', async () => {
  const engines = await openEngines();
  const wordsIn = async (country: Country, zone: MrzReading | null = null) => {
    const print = await rereadPrint(engines, [side], country, zone, async (_step, work) => work());
    return [...print.mayLackMarks].map(({ text }) => text);
  };
  const [german, spanish] = ['DEU', 'ESP'].map((code) => countries.find((one) => one.code === code)!);
  expect(await wordsIn(german!)).toEqual(['Name:', 'MULLER']);
  expect(await wordsIn(spanish!)).toEqual([]);
  expect(await wordsIn(spanish!, zoneOf('TUR'))).toEqual(['Name:', 'MULLER']);
  expect(await wordsIn(spanish!, zoneOf('ESP'))).toEqual([]);
  engines.text.close();
});
