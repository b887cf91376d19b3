import { numberedFields } from './numbered-fields';
import { lineAt } from './printed-lines.fixture';
import type { PrintedLine } from './printed-line';

const fieldsOf = (...texts: string[]) => [
  ...numberedFields(texts.map((text, row) => lineAt(text, 440, 100 + row * 40))).values(),
];

it('are those of a driving licence', () => {
  const lines = ['1. FITZGERALD', '2. PATRICK', '3. 10.01.68 DUBLIN', '4a. 19.08.2017', '4d, 4835262', '5. 995669484'];
  expect(fieldsOf('DRIVING LICENCE', ...lines, '9. AM/B')).toEqual([
    { kind: 'lastname', value: 'FITZGERALD' },
    { kind: 'name', value: 'PATRICK' },
    { kind: 'date_birth', value: '10.01.68 DUBLIN' },
    { kind: 'date_issue', value: '19.08.2017' },
    { kind: 'nin', value: '4835262' },
    { kind: 'document_number', value: '995669484' },
    { kind: 'other', value: 'AM/B' },
  ]);
});

it('are not the lines of an address, nor a legend', () => {
  expect(fieldsOf('1. MAYO 25', '5. PISO', '8. B')).toEqual([]);
  expect(fieldsOf('1. Name', '2. First Name', '3. Date of birth', '4a. Date of issue', '5. Number')).toEqual([]);
  expect(fieldsOf('1. Sloinne', '2. Ainm', '4a. Dáta', '5. Uimhir')).toEqual([]);
});

it('have abbreviations in the United States', () => {
  const lines = ['DL Y7738587', 'EXP 08/27/2026', 'LN MARTINEZ-COLE', 'FN ISABELLA ROSE', 'DOB 08/27/1988'];
  const expected = [
    { kind: 'nin', value: 'Y7738587' },
    { kind: 'date_due', value: '08/27/2026' },
    { kind: 'lastname', value: 'MARTINEZ-COLE' },
    { kind: 'name', value: 'ISABELLA ROSE' },
    { kind: 'date_birth', value: '08/27/1988' },
  ];
  expect(fieldsOf('DRIVER LICENSE', ...lines, 'HGT 5-05')).toEqual(expected);
  expect(fieldsOf('1 SAMPLE', '2 ANDREW JASON', '3 DOB 01/07/1973', '4b EXP 01/07/2029')).toHaveLength(4);
});

it('are not the abbreviations of an identity card', () => {
  expect(fieldsOf('LN GARCIA', 'DL 1234567', 'EXP 01/01/2030')).toEqual([]);
});

const valuesOf = (lines: PrintedLine[]) =>
  Object.fromEntries([...numberedFields(lines).values()].map(({ kind, value }) => [kind, value]));

it('are known although their small numbers were read as lines of their own, or not at all', () => {
  const lines = [
    lineAt('DRIVING LICENCE', 392, 53, 38),
    lineAt('MACALISTER', 460, 142),
    lineAt('MISS FIONA MARGARET', 461, 186),
    lineAt('11.03.1986 SCOTLAND', 460, 235),
    lineAt('4a.', 425, 290, 12),
    lineAt('19.01.2021', 471, 284),
    lineAt('4b.', 425, 338, 12),
    lineAt('18.01.2031', 471, 332),
    lineAt('MACAL853116FM9JX 36', 462, 381),
    lineAt('14 GRANARY WYND', 460, 545),
  ];
  expect(valuesOf(lines)).toEqual({
    lastname: 'MACALISTER',
    name: 'FIONA MARGARET',
    date_birth: '11.03.1986 SCOTLAND',
    date_issue: '19.01.2021',
    date_due: '18.01.2031',
    document_number: 'MACAL853116FM9JX 36',
  });
  expect(valuesOf(lines.slice(1))).toEqual({});
});

it('have the surname above the given names, and labels beside their numbers', () => {
  const lines = [
    lineAt('DRIVER LICENSE', 859, 57, 30),
    lineAt('4a Issued 11/02/2021', 439, 213),
    lineAt('4b Expires 06/13/2029', 780, 213),
    lineAt('CASTELLANOS', 465, 319, 25),
    lineAt('2 BRIANNA NICOLE', 439, 363, 26),
  ];
  expect(valuesOf(lines)).toEqual({
    lastname: 'CASTELLANOS',
    name: 'BRIANNA NICOLE',
    date_issue: 'Issued 11/02/2021',
    date_due: 'Expires 06/13/2029',
  });
});

it('are known by those before and behind them, and although a small 4 was read as a letter', () => {
  const lines = [
    lineAt('PATENTE DI GUIDA', 200, 39, 30),
    lineAt('1.', 437, 148, 17),
    lineAt("DELL'ORTO", 494, 145, 27),
    lineAt('2.', 437, 202, 17),
    lineAt('BEATRICE MARIA', 494, 200, 27),
    lineAt('3.', 436, 258, 17),
    lineAt('23/07/2000 LECCO (LC)', 493, 253, 30),
    lineAt('12/11/2019', 494, 310, 25),
    lineAt('ab.', 436, 370, 16),
    lineAt('23/07/2030', 492, 365, 26),
    lineAt('U1A19RSF2A', 493, 422, 28),
  ];
  expect(valuesOf(lines)).toEqual({
    lastname: "DELL'ORTO",
    name: 'BEATRICE MARIA',
    date_birth: '23/07/2000 LECCO (LC)',
    date_issue: '12/11/2019',
    date_due: '23/07/2030',
    document_number: 'U1A19RSF2A',
  });
});

it('have the number of the licence behind that of the person, although its small number was not read', () => {
  const values = ['SØRENSEN', 'FREJA', '25.06.1993', '04.09.2020', '04.09.2035', '250693-1536', '30718462'];
  const numbers = ['1.', '2.', '3.', '4a.', '4b.', '4d.'];
  const lines = [
    lineAt('DRIVING LICENCE', 480, 20),
    ...values.map((text, row) => lineAt(text, 480, 100 + row * 50)),
    ...numbers.map((text, row) => lineAt(text, 440, 100 + row * 50)),
  ];
  const found = [...numberedFields(lines).values()];
  expect(found).toContainEqual({ kind: 'nin', value: '250693-1536' });
  expect(found).toContainEqual({ kind: 'document_number', value: '30718462' });
});

it('stand in order although most of their numbers were not read, and ink stands between them', () => {
  const values = ['SUTHERLAND', 'CALLUM JAMES', '28-02-1970', '09-12-2017', 'BV830654', '1,2,D'];
  const lines = [
    lineAt('DRIVER LICENCE', 480, 20),
    ...values.map((text, row) => lineAt(text, 480, 100 + row * 50)),
    lineAt('"', 480, 130),
    lineAt('4a:', 440, 250),
    lineAt('5a.', 440, 300),
  ];
  expect([...numberedFields(lines).values()].map(({ kind, value }) => `${kind} ${value}`).sort()).toEqual([
    'date_birth 28-02-1970',
    'date_issue 09-12-2017',
    'document_number BV830654',
    'lastname SUTHERLAND',
    'name CALLUM JAMES',
  ]);
});

it('stand in order below one another, although 4b stands beside 4a', () => {
  const column = [
    ['1.', 'NÍ CHONCHÚIR'],
    ['2.', 'AOIFE MÁIRE'],
    ['3.', '05.06.1992'],
    ['4a.', '20.03.2020'],
    ['4c.', 'NDLS'],
    ['', 'DP0029473518'],
    ['8.', '12 BÓTHAR NA TRÁ'],
  ];
  const lines = [
    lineAt('DRIVING LICENCE', 204, 80),
    ...column.flatMap(([number, text], row) => [
      ...(number ? [lineAt(number, 446, 160 + row * 45)] : []),
      lineAt(text!, 484, 160 + row * 45),
    ]),
    ...[lineAt('4b.', 734, 295), lineAt('19.03.2030', 783, 295)],
    ...[lineAt('4d.', 734, 340), lineAt('734 902 186', 783, 340)],
  ];
  expect([...numberedFields(lines).values()]).toContainEqual({ kind: 'document_number', value: 'DP0029473518' });
});
