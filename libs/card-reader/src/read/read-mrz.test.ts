import { mrzOf } from './mrz-reading.fixture';
import { isPlausible } from './read-mrz';

const zone = ['INCHL4650546264<<<<<<<<<<<<<<<', '7402164F3002164CHL17729045<9<4', 'FERNANDEZ<ZUNIGA<<BEGONA<GABRI'];

it('is a zone if it has fillers, a document code and right check digits or codes of countries', () => {
  expect(isPlausible(mrzOf(zone))).toBe(true);
  expect(isPlausible(mrzOf(zone.map((row) => row.replaceAll('<<', 'KC'))))).toBe(false);
  expect(isPlausible(mrzOf(['9', ...zone.slice(1)]))).toBe(false);
});

it('is no zone where fillers stand only for what no reading saw', () => {
  const prose = mrzOf(zone);
  const seen = prose.seen.map((row) => row.map((at) => at.replace('<', '')));
  expect(isPlausible({ ...prose, seen })).toBe(false);
});
