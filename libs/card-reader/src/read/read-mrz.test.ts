import { mrzOf } from './mrz-reading.fixture';
import { lineAt } from './printed-lines.fixture';
import { isPlausible, isPrint } from './read-mrz';

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

it('is print where rows have several clear words and no filler', () => {
  const rows = ['CURP GUGL521124HDFTLS07 AÑO DE REGISTRO 2017', 'SECCIÓN 1893 VIGENCIA 2020'].map((text, i) =>
    lineAt(text, 0, i * 40),
  );
  expect(isPrint(rows)).toBe(true);
  expect(isPrint(rows.map((row) => ({ ...row, words: row.words.map((word) => ({ ...word, confidence: 60 })) })))).toBe(
    false,
  );
  expect(isPrint([...rows, lineAt('FERNANDEZ<ZUNIGA<<', 0, 80)])).toBe(false);
  expect(isPrint([lineAt('INCHL4650546264', 0, 0), lineAt('7402164F3002164CHL17729045', 0, 40)])).toBe(false);
});
