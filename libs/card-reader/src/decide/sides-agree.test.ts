import { countryByCode } from '../countries/identify-country';
import { mrzOf } from '../read/mrz-reading.fixture';
import { lineAt } from '../read/printed-lines.fixture';
import type { SideText } from '../read/read-side';
import { findConflict } from './side-conflict';
import { sideCandidates } from './side-candidates';
import { agreedFields, fieldsInCodes } from './sides-agree';

/** Labels with the values below them. */
const printed = (...pairs: [string, string][]): SideText => ({
  barcode: null,
  codes: [],
  mrz: null,
  lines: pairs.flatMap(([label, value], row) => [
    ...(label ? [lineAt(label, 300, 40 + row * 120)] : []),
    lineAt(value, 300, 70 + row * 120, 26, 95),
  ]),
});
const withZone = (zone: string[]): SideText => ({ ...printed(), mrz: mrzOf(zone) });

function compare(front: SideText, back: SideText, code = '') {
  const country = countryByCode(code);
  const sides: Parameters<typeof findConflict>[2] = [sideCandidates(front, country), sideCandidates(back, country)];
  const agreed = [...new Set([...agreedFields(...sides), ...fieldsInCodes(back.codes, sides[0])])];
  return { agreed, conflict: findConflict(front, back, sides, agreed) };
}

const zone = ['IDZAF9278482898<<<<<<<<<<<<<<<', '9209145F3009077ZAF<<<<<<<<<<<2', 'OSGOOD<<PHOEBE<IMOGEN<<<<<<<<<'];
const names: [string, string][] = [
  ['Last name', 'OSGOOD'],
  ['First name', 'PHOEBE IMOGEN'],
];

it('one number on both sides outweighs words that tell of another country', () => {
  const back = printed(['', 'REPUBLIC OF CONGO'], ['ID number', '3597120846']);
  expect(compare(printed(['', 'REPUBLIC OF LIBERIA'], ['ID number', '3597120846']), back).conflict).toBeNull();
  expect(compare(printed(['', 'REPUBLIC OF LIBERIA'], ['ID number', '3597120999']), back).conflict).toEqual({
    kind: 'different_cards',
  });
});

describe('a back with a zone', () => {
  it('is confirmed by a number or the date of birth', () => {
    const numbered = compare(printed(...names, ['ID number', '927848289']), withZone(zone));
    expect([numbered.agreed, numbered.conflict]).toEqual([['document_number', 'lastname', 'name'], null]);
    expect(compare(printed(['Birth date', '14 09 1992']), withZone(zone)).conflict).toBeNull();
  });

  it('is not confirmed by the names of a relative with other dates and numbers, however unclear', () => {
    const relative = printed(...names, ['ID number', '166362348']);
    const birth = lineAt('10 01 1987', 300, 70 + 360, 26, 70);
    relative.lines.push(lineAt('Birth date', 300, 40 + 360), birth);
    expect(compare(relative, withZone(zone)).conflict).toMatchObject({ kind: 'unconfirmed' });
  });

  it('is confirmed by names where the front has neither number nor date of birth', () => {
    expect(compare(printed(...names), withZone(zone)).conflict).toBeNull();
    expect(compare(printed(names[0]!), withZone(zone)).conflict).toMatchObject({ kind: 'unconfirmed' });
  });

  it('is confirmed by a number that contains the date of birth', () => {
    const numbered = (number: string) => compare(printed(...names, ['', number]), withZone(zone));
    expect(numbered('Clave OSPHO920914H300')).toMatchObject({ agreed: expect.arrayContaining(['date_birth']) });
    expect(numbered('Clave OSPHO870110H300')).toMatchObject({ agreed: ['lastname', 'name'] });
    expect(numbered('920914')).toMatchObject({ agreed: ['lastname', 'name'] });
  });

  it('is not confirmed by a front that says nothing', () => {
    expect(compare(printed(['', 'x']), withZone(zone)).conflict).toMatchObject({ kind: 'unconfirmed' });
  });
});

describe('a back with print alone', () => {
  it('and another number is confirmed by a barcode with the number of the front', () => {
    const front = printed(['Identity Number', '8907267515086']);
    const back = printed(['', '9001155089081']);
    expect(compare(front, back).conflict).toEqual({ kind: 'unconfirmed', fields: ['nin'] });
    const coded = (number: string) => ({ ...back, codes: [`DLAMINI|SIPHO|M|RSA|${number}|9001155089081`] });
    expect(compare(front, coded('8907267515086')).conflict).toBeNull();
    expect(compare(front, coded('9001155089081')).conflict).toEqual({ kind: 'unconfirmed', fields: ['nin'] });
  });

  it('must say the number of the front, if it counts the copies behind one of that form', () => {
    const front = printed(['', 'MALAYSIA'], ['Identity No.', '870922-10-5433']);
    const back = (number: string) => printed(['', number]);
    expect(compare(front, back('870922-10-5433-01-02'), 'MYS').conflict).toBeNull();
    expect(compare(front, back('950314-07-6128-01-02'), 'MYS').conflict).toEqual({
      kind: 'unconfirmed',
      fields: ['nin'],
    });
  });

  it('says nothing of the person by a single number of another form, as that of the printed form', () => {
    const front = printed(['Identity Number', '8907267515086']);
    const remarks = ['If found, return to the nearest office', 'Property of the Republic'];
    const back = printed(['', '151831564'], ...remarks.map((text): [string, string] => ['', text]));
    expect(compare(front, back).conflict).toBeNull();
  });

  const front = printed(
    ['NOMBRE', 'TOMÁS JOAQUÍN'],
    ['APELLIDO', 'ZAMBRANO GÜEMES'],
    ['FECHA DE NACIMIENTO', '03-JUL-1968'],
    ['', '7-594-883'],
  );

  it('may carry nothing of the person: it confirms nothing and contradicts nothing', () => {
    const { agreed, conflict } = compare(front, printed(['EDO. CIVIL', 'SOLTERO'], ['DIRECTOR', 'NACIONAL']), 'PAN');
    expect([agreed, conflict]).toEqual([[], null]);
  });

  it('must be legible, unless the front is the page of a passport or of a country with plain backs', () => {
    const stain = printed(['', 'SET'], ['', 'iaic']);
    expect(compare(front, stain, 'PAN').conflict).toEqual({ kind: 'illegible_back' });
    expect(compare({ ...front, lines: [...front.lines, lineAt('PASAPORTE', 300, 20)] }, stain).conflict).toBeNull();
    expect(compare(front, { ...stain, codes: ['https://id.example/1234'] }, 'PAN').conflict).toBeNull();
    const venezuelan = { ...front, lines: [lineAt('REPÚBLICA BOLIVARIANA DE VENEZUELA', 300, 0), ...front.lines] };
    expect(compare(venezuelan, stain, 'VEN').conflict).toBeNull();
  });

  it('must have the zone that all backs of the country of the front have', () => {
    const chilean = printed(['', 'REPÚBLICA DE CHILE'], ['APELLIDOS', 'SOTO']);
    const back = printed(['PROFESIÓN', 'ABOGADA']);
    expect(compare(chilean, back, 'CHL').conflict).toEqual({ kind: 'missing_zone' });
    expect(compare(chilean, printed(['', 'SET']), 'CHL').conflict).toEqual({ kind: 'illegible_back' });
  });

  it('is not confirmed by names where its zone could not be read', () => {
    const holder = printed(['APELLIDOS', 'DOMINGO'], ['NOMBRES', 'ADÁN IVÁN'], ['', '7.325.678']);
    const row = (text: string): [string, string] => ['', text];
    const back = printed(['ESTADO CIVIL', 'CASADO'], row('RIOS<REAL<<INIGO<IVAN<J<DOMING'));
    expect(compare(holder, back).conflict).toEqual({ kind: 'illegible_back' });
    const paraguayan = { ...holder, lines: [lineAt('REPÚBLICA DEL PARAGUAY', 300, 10), ...holder.lines] };
    expect(compare(paraguayan, printed(['CÓNYUGE', 'IVÁN DOMINGO']), 'PRY').conflict).toEqual({ kind: 'missing_zone' });
    const numbered = printed(['Número de cédula', '7.325.678'], row('RIOS<REAL<<INIGO<IVAN<J<DOMING'));
    expect(compare(paraguayan, numbered, 'PRY').conflict).toBeNull();
  });

  it('must say the usual name of the holder', () => {
    expect(compare(front, printed(['NOMBRE USUAL', 'TOMÁS']), 'PAN')).toEqual({ agreed: ['name'], conflict: null });
    const other = compare(front, printed(['NOMBRE USUAL', 'MARTA']), 'PAN');
    expect(other.conflict).toEqual({ kind: 'unconfirmed', fields: ['name'] });
    const unlabelled = printed(['', 'TOMÁS JOAQUÍN'], ['', 'ZAMBRANO GÜEMES']);
    expect(compare(unlabelled, printed(['NOMBRE USUAL', 'TOMÁS']), 'PAN').conflict).toBeNull();
    expect(compare(unlabelled, printed(['NOMBRE USUAL', 'MARTA']), 'PAN').conflict).toMatchObject({ fields: ['name'] });
  });

  it('must say the number of the holder, whatever its format', () => {
    const own = printed(['Apellidos', 'LAGOS'], ['', '7-3152-6359']);
    expect(compare(own, printed(['Número de cédula', '7-3152-6359']), 'CRI').conflict).toBeNull();
    const bolivian = compare(printed(['N°', '6591625']), printed(['Número de cédula', '6-4510-1272']), 'BOL');
    expect(bolivian.conflict).toEqual({ kind: 'unconfirmed', fields: ['nin'] });
  });

  it('must print the nationality of the front', () => {
    const national = (word: string) => printed(['NACIONALIDAD', word]);
    expect(compare(national('ARGENTINA'), national('ARGENTINA')).conflict).toBeNull();
    expect(compare(national('ARGENTINA'), national('PANAMEÑA')).conflict).toMatchObject({ fields: ['nationality'] });
  });

  it('is no page of a passport if the front is that of a card', () => {
    const remarks = printed(['', 'OBSERVACIONES / REMARKS'], ['', 'Este pasaporte contiene 32 páginas']);
    expect(compare(front, remarks).conflict).toEqual({ kind: 'contradiction', fields: ['doc_type'] });
    front.lines.push(lineAt('PASAPORTE / PASSPORT', 300, 20));
    expect(compare(front, remarks).conflict).toBeNull();
  });
});

it('a date of birth agrees with the number of a person that contains it, in the order of its country', () => {
  const front = printed(['FECHA DE NACIMIENTO', '26/09/1990']);
  const back = printed(['N° DE CÉDULA', '281-260990-0004S']);
  expect(compare(front, back, 'NIC').agreed).toContain('date_birth');
  expect(compare(front, back, 'POL').agreed).not.toContain('date_birth');
});
