import { anyCountry, countries } from './countries';
import { contradictionsOf } from './contradictions';
import { lineAt } from './printed-lines.fixture';
import { parseMrz } from './mrz-lines';
import { type SideContent, statementOf } from './side-statement';

const chile = countries.find(({ code }) => code === 'CHL')!;

interface Print {
  lastname?: string;
  name?: string;
  birth?: string;
  due?: string;
  number?: string;
  run?: string;
}
const ana = { lastname: 'IBÁÑEZ RINCÓN', name: 'PAULA MÓNICA', birth: '20 ENE 1997', due: '22 DIC 2030' };
const own = { ...ana, number: '754.989.573', run: 'RUN 8.689.237-5' };
const other = { lastname: 'SOTO LAGOS', name: 'JUAN', birth: '03 OCT 1961', due: '09 MAY 2027' };
const others = { ...other, number: '431.206.118', run: 'RUN 12.345.678-5' };

/** The print of a front, as if it had been read. */
function front(print: Print, sure = 95): SideContent {
  const pairs = [
    ['APELLIDOS', print.lastname],
    ['NOMBRES', print.name],
    ['FECHA DE NACIMIENTO', print.birth],
    ['FECHA DE VENCIMIENTO', print.due],
    ['NÚMERO DOCUMENTO', print.number],
  ].filter(([, value]) => value);
  const lines = pairs.flatMap(([label, value], row) => [
    lineAt(label!, 300, 40 + row * 120),
    lineAt(value!, 300, 70 + row * 120, 26, sure),
  ]);
  return { barcodes: [], mrz: null, lines: [...lines, ...(print.run ? [lineAt(print.run, 40, 700, 20, sure)] : [])] };
}

const zone = ['INCHL7549895733<<<<<<<<<<<<<<<', '9701207F3012224CHL8689237<5<<4', 'IBANEZ<RINCON<<PAULA<MONICA<<<'];
const box = { x: 0, y: 0, width: 1, height: 1 };
function back({ repaired = false } = {}): SideContent {
  return { barcodes: [], lines: [], mrz: { ...parseMrz(zone, 'TD1'), repaired, lines: zone, box } };
}

const between = (one: SideContent, two: SideContent, country = chile) =>
  contradictionsOf(statementOf(one, country), statementOf(two, country));

it('finds none between the sides of one card, nor where one side says nothing', () => {
  expect(between(front(own), back())).toEqual([]);
  expect(between(back(), front(own))).toEqual([]);
  expect(between(front({}), back())).toEqual([]);
  expect(between(front(own), front({}))).toEqual([]);
});

it('finds all fields in which the sides of two persons differ, whichever side codes them', () => {
  const all = ['document_number', 'nin', 'date_birth', 'lastname', 'name'];
  expect(between(front(others), back())).toEqual(all);
  expect(between(back(), front(others))).toEqual(all);
  expect(between(front(others), back({ repaired: true }))).toEqual(all);
});

it.each<[string, Print, string[]]>([
  ['the number alone', { ...own, number: others.number }, ['document_number']],
  ['the national number alone', { ...own, run: others.run }, ['nin']],
  ['the birth alone', { ...own, birth: others.birth }, ['date_birth']],
])('takes %s for beyond doubt where both sides are sure of it', (_, print, fields) => {
  expect(between(front(print), back())).toEqual(fields);
  // Badly read, only a number whose own check digit holds is still beyond doubt.
  expect(between(front(print, 60), back())).toEqual(fields.filter((field) => field === 'nin'));
});

it.each<[string, Print]>([
  ['a misread figure', { ...own, number: '754.939.573', birth: '20 ENE 1991' }],
  ['two misread figures of a number', { ...own, number: '754.B3S.573', run: 'RUN 8.689.287-6' }],
  ['names with more words, fewer words and other accents', { ...own, lastname: 'IBANEZ', name: 'PAULA MONIKA ANDREA' }],
  ['a name that nothing else supports', { ...own, lastname: 'SOTO LAGOS' }],
  ['two names of another form, as after a marriage', { ...own, lastname: 'SOTO LAGOS', name: 'ANDREA' }],
  ['another date under the label of the birth', { ...own, birth: '22 DIC 2030' }],
])('does not take %s for another person', (_, print) => expect(between(front(print), back())).toEqual([]));

it('finds a front that has nothing in common with the back although its labels cannot be read', () => {
  const unlabelled = (print: Print): SideContent => {
    const lines = Object.values(print).map((text, row) => lineAt(text, 300, 40 + row * 200));
    return { barcodes: [], mrz: null, lines };
  };
  expect(between(unlabelled({ birth: other.birth, due: other.due }), back())).not.toEqual([]);
  expect(between(unlabelled({ birth: other.birth, due: ana.due }), back())).toEqual([]);
  expect(between(unlabelled({ birth: other.birth }), back())).toEqual([]);
});

it('compares print with print by numbers of one form alone', () => {
  const numbered = (number: string): SideContent => ({ barcodes: [], mrz: null, lines: [lineAt(number, 70, 180)] });
  const labelled: SideContent = {
    barcodes: [],
    mrz: null,
    lines: [lineAt('Número de cédula:', 90, 120), lineAt('7-3152-6359', 90, 150)],
  };
  expect(between(numbered('7-3152-6359'), labelled, anyCountry)).toEqual([]);
  expect(between(numbered('7-3152-6859'), labelled, anyCountry)).toEqual([]);
  expect(between(numbered('2-6657-8653'), labelled, anyCountry)).toEqual(['nin']);
  expect(between(numbered('26/08/1965'), labelled, anyCountry)).toEqual([]);
});
