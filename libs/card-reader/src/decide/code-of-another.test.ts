import { anyCountry } from '../countries';
import { lineAt } from '../read/printed-lines.fixture';
import { speaksOfAnother } from './code-of-another';
import { sideCandidates } from './side-candidates';

const rows = [
  ['Nombres', 'REMEDIOS'],
  ['Apellidos', 'DEL VALLE LEÓN'],
  ['Fecha de nacimiento', '21/06/1956'],
  ['Identidad Permanente No.', '56062159995'],
];
const lines = rows.flatMap(([label, value], row) => [
  lineAt(label!, 300, 40 + row * 120),
  lineAt(value!, 300, 70 + row * 120, 26),
]);
const front = sideCandidates({ barcode: null, codes: [], mrz: null, lines }, anyCountry);

it('a code with names and another number in the format of the front’s number speaks of another person', () => {
  expect(speaksOfAnother(['N:SOLEDAD\nA:REAL MESA\nCI:61020108870\nFV:TR123456'], front)).toBe(true);
  expect(speaksOfAnother(['{"lName":"REAL","fName":"ROCIO","PCN":"6102-0108-870"}'], front)).toBe(true);
});

it('a code that announces another date of birth speaks of another person', () => {
  const code = (birth: string) => `{"subject":{"lName":"REAL","fName":"ROCIO","DOB":"${birth}","PCN":"5204-7193"}}`;
  expect(speaksOfAnother([code('March 19, 1987')], front)).toBe(true);
  expect(speaksOfAnother([code('June 21, 1956')], front)).toBe(false);
  expect(speaksOfAnother([code('June 27, 1956')], front)).toBe(false);
});

it('a code with the number, the date of birth or both names of the front speaks of its holder', () => {
  expect(speaksOfAnother(['N:REMEDIOS\nA:DEL VALLE LE?N\nCI:56062159995'], front)).toBe(false);
  expect(speaksOfAnother(['CARNET DIGITAL 61020108870 19560621'], front)).toBe(false);
  expect(speaksOfAnother(['REMEDIOS VALLE LEON 61020108870'], front)).toBe(false);
});

it('a link, a number alone and words without such a number say nothing', () => {
  expect(speaksOfAnother(['https://id.example/verify/card/61020108870'], front)).toBe(false);
  expect(speaksOfAnother(['61020108870', 'NOMBRE SOLEDAD REAL 4471'], front)).toBe(false);
});

it('a number alone speaks of another person if it begins with another date of birth, as the front’s number does', () => {
  const printed = ['I.D. NO.', '19850130047', 'DATE OF BIRTH', '30-JAN-1985'];
  const lines = printed.map((text, row) => lineAt(text, 440, 100 + row * 40));
  const side = sideCandidates({ barcode: null, codes: [], mrz: null, lines }, anyCountry);
  expect(speaksOfAnother(['19721016112'], side)).toBe(true);
  expect(speaksOfAnother(['19850130047'], side)).toBe(false);
  expect(speaksOfAnother(['19850131047'], side)).toBe(false);
  expect(speaksOfAnother(['40217731645'], side)).toBe(false);
});
