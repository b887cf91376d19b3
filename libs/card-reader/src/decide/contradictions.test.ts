import { anyCountry, countries } from '../countries';
import { countryWithoutFile } from '../countries/any-country';
import { mrzOf } from '../read/mrz-reading.fixture';
import { lineAt } from '../read/printed-lines.fixture';
import type { SideText } from '../read/read-side';
import { findContradictions } from './contradictions';
import { sideCandidates } from './side-candidates';

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

/** The lines of a front, as if they had been read. */
function front(print: Print, sure = 95): SideText {
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
  return {
    barcode: null,
    codes: [],
    mrz: null,
    lines: [...lines, ...(print.run ? [lineAt(print.run, 40, 700, 20, sure)] : [])],
  };
}

const mrzLines = ['INCHL7549895733<<<<<<<<<<<<<<<', '9701207F3012224CHL8689237<5<<4', 'IBANEZ<RINCON<<PAULA<MONICA<<<'];
function back({ isRepaired = false } = {}): SideText {
  return { barcode: null, codes: [], lines: [], mrz: mrzOf(mrzLines, 'TD1', isRepaired) };
}

const between = (one: SideText, two: SideText, country = chile) =>
  findContradictions(sideCandidates(one, country), sideCandidates(two, country));

it('finds none between the sides of one card or with an empty side', () => {
  expect(between(front(own), back())).toEqual([]);
  expect(between(back(), front(own))).toEqual([]);
  expect(between(front({}), back())).toEqual([]);
  expect(between(front(own), front({}))).toEqual([]);
});

it('finds none where the label of the document announces the number of the person that the zone holds', () => {
  expect(between(front({ ...ana, number: '8.689.237-5' }), back())).toEqual([]);
});

it('finds all fields in which the sides of two persons differ, whichever side has the MRZ', () => {
  const all = ['document_number', 'nin', 'date_birth', 'lastname', 'name'];
  expect(between(front(others), back())).toEqual(all);
  expect(between(back(), front(others))).toEqual(all);
  expect(between(front(others), back({ isRepaired: true }))).toEqual(all);
});

it.each<[string, Print, string[]]>([
  ['the number alone', { ...own, number: others.number }, ['document_number']],
  ['the national number alone', { ...own, run: others.run }, ['nin']],
  ['the birth alone', { ...own, birth: others.birth }, ['date_birth']],
])('finds a contradiction in %s alone if both sides are certain', (_, print, fields) => {
  expect(between(front(print), back())).toEqual(fields);
  // If badly read, only a number with a right check digit of its own still counts.
  expect(between(front(print, 60), back())).toEqual(fields.filter((field) => field === 'nin'));
});

it.each<[string, Print]>([
  ['a misread digit', { ...own, number: '754.939.573', birth: '20 ENE 1991' }],
  ['two misread digits of a number', { ...own, number: '754.B3S.573', run: 'RUN 8.689.287-6' }],
  ['names with more words, fewer words and other accents', { ...own, lastname: 'IBANEZ', name: 'PAULA MONIKA ANDREA' }],
  ['a name that nothing else supports', { ...own, lastname: 'SOTO LAGOS' }],
  ['two different names, as after a marriage', { ...own, lastname: 'SOTO LAGOS', name: 'ANDREA' }],
  ['another date below the label of the birth', { ...own, birth: '22 DIC 2030' }],
])('finds none in %s', (_, print) => expect(between(front(print), back())).toEqual([]));

it('finds a front with unreadable labels that has nothing in common with the back', () => {
  const unlabelled = (print: Print): SideText => {
    const lines = Object.values(print).map((text, row) => lineAt(text, 300, 40 + row * 200));
    return { barcode: null, codes: [], mrz: null, lines };
  };
  expect(between(unlabelled({ birth: other.birth, due: other.due }), back())).not.toEqual([]);
  expect(between(unlabelled({ birth: other.birth, due: ana.due }), back())).toEqual([]);
  expect(between(unlabelled({ birth: other.birth }), back())).toEqual([]);
});

it('compares print with print only by numbers in the same format', () => {
  const numbered = (number: string): SideText => ({
    barcode: null,
    codes: [],
    mrz: null,
    lines: [lineAt(number, 70, 180)],
  });
  const labelled: SideText = {
    barcode: null,
    codes: [],
    mrz: null,
    lines: [lineAt('Número de cédula:', 90, 120), lineAt('7-3152-6359', 90, 150)],
  };
  expect(between(numbered('7-3152-6359'), labelled, anyCountry)).toEqual([]);
  expect(between(numbered('7-3152-6859'), labelled, anyCountry)).toEqual([]);
  expect(between(numbered('2-6657-8653'), labelled, anyCountry)).toEqual(['nin']);
  expect(between(numbered('26/08/1965'), labelled, anyCountry)).toEqual([]);
});

it('finds a back that prints another expiry than the zone of the front', () => {
  const zoneOnFront = { ...back(), lines: front(own).lines };
  expect(between(zoneOnFront, front({ due: own.due }))).toEqual([]);
  expect(between(zoneOnFront, front({ due: '22 DIC 2031' }))).toEqual([]);
  expect(between(zoneOnFront, front({ due: others.due }))).toEqual(['date_due']);
  expect(between(zoneOnFront, front({ due: others.due }, 60))).toEqual([]);
});

it('finds two sides that print expiries far apart', () => {
  const one = front({ due: '08/06/2027' });
  expect(between(one, front({ due: '21/10/2023' }))).toEqual(['date_due']);
  expect(between(one, front({ due: '21/10/2023' }, 80))).toEqual([]);
  expect(between(one, front({ due: '03/06/2022' }))).toEqual([]);
  expect(between(front(own), { ...front({ due: others.due, number: own.number }), mrz: back().mrz })).toEqual([]);
});

describe('the number of a person with the date of birth in it', () => {
  const nicaragua = countryWithoutFile('NIC');
  const numbered = (number: string): SideText => ({
    ...front({}),
    lines: [lineAt('N° DE CÉDULA', 40, 100), lineAt(number, 40, 130, 26)],
  });
  const born = front({ ...ana, birth: '26/09/1990' });

  it('contradicts another date of birth', () => {
    expect(between(born, numbered('281-260990-0004S'), nicaragua)).toEqual([]);
    expect(between(born, numbered('441-070382-0011V'), nicaragua)).toEqual(['date_birth', 'nin']);
    expect(between(numbered('441-070382-0011V'), born, nicaragua)).toEqual(['date_birth', 'nin']);
  });

  it('contradicts none that differs in a day or a year, or where the number has another form', () => {
    expect(between(born, numbered('281-260991-0004S'), nicaragua)).toEqual([]);
    expect(between(born, numbered('441-070382-001'), nicaragua)).toEqual([]);
  });
});
