import { anyCountry, countries } from '../countries';
import { mrzOf } from '../read/mrz-reading.fixture';
import { lineAt } from '../read/printed-lines.fixture';
import type { SideText } from '../read/read-side';
import { collectCandidates } from './collect-candidates';
import { mergeSources } from './merge-sources';

const zone = mrzOf([
  'IDBELA51608054563222174<<<<<<<',
  '7209167M3110131BEL<<<<<<<<<<<9',
  'BERARD<<GAEL<FRANCOIS<<<<<<<<<',
]);
const lines = [lineAt('BERARD', 300, 40), lineAt('GAËL FRANÇOIS', 300, 100)];
const [front, back]: SideText[] = [
  { barcode: null, codes: [], mrz: null, lines },
  { barcode: null, codes: [], mrz: zone, lines: [] },
];

function evidenceOf(mayLackMarks = new Set<(typeof lines)[number]['words'][number]>()) {
  const print = { lines: [lines, []], withNames: [lines, []], language: 'fra' as const, mayLackMarks };
  return mergeSources(collectCandidates(front!, back!, print, { ...anyCountry, code: 'BEL' }).card).evidence;
}

it('names that zone and print share are proven, unless one of their words may lack a mark', () => {
  const [all, some] = [evidenceOf(), evidenceOf(new Set(lines[0]!.words))];
  expect([all.lastname.proven, all.name.proven]).toEqual([true, true]);
  expect([some.lastname.proven, some.name.proven]).toEqual([false, true]);
});

describe('the second surname of a card whose zone has the first alone', () => {
  const peruvian = mrzOf([
    'I<PER45817236<0<<<<<<<<<<<<<<<',
    '8906212F2609119PER<<<<<<<<<<<8',
    'CCAHUANA<<YSABEL<DEL<ROSARIO<<',
  ]);
  const peru = countries.find(({ code }) => code === 'PER')!;
  const merged = (...texts: string[]) => {
    const printed = texts.map((text, row) => lineAt(text, 420, 140 + row * 31 - (row % 2) * 8, row % 2 ? 20 : 14));
    const side = { barcode: null, codes: [], mrz: peruvian, lines: printed };
    const print = { lines: [printed, []], withNames: [printed, []], language: null, mayLackMarks: new Set<never>() };
    return mergeSources(collectCandidates(side, { ...side, mrz: null, lines: [] }, print, peru).card);
  };

  it('is that of the print', () => {
    const { fields, evidence } = merged(
      ...['Primer Apellido', 'CCAHUANA'],
      ...['Segundo Apellido', 'DEL CASTILLO'],
      ...['Pre Nombres', 'YSABEL DEL ROSARIO'],
    );
    expect([fields.lastname, fields.name]).toEqual(['CCAHUANA DEL CASTILLO', 'YSABEL DEL ROSARIO']);
    expect(evidence.lastname).toMatchObject({ sources: ['print', 'mrz'], proven: false });
  });

  it('is none of the given names that stand near its empty place', () => {
    const { fields } = merged('Primer Apellido', 'CCAHUANA', 'Segundo Apellido', 'YSABEL DEL ROSARIO');
    expect([fields.lastname, fields.name]).toEqual(['CCAHUANA', 'YSABEL DEL ROSARIO']);
  });
});

describe('names for which the zone has no room', () => {
  const spain = countries.find(({ code }) => code === 'ESP')!;
  const merged = (names: string, printed: string[]) => {
    const zone = mrzOf(['IDESPCHM071935672745108H<<<<<<', '0011307M2901123ESP<<<<<<<<<<<7', names]);
    const lines = ['INSTITUTO DE BELLAS ARTES', ...printed].map((text, row) => lineAt(text, 420, 100 + row * 31));
    const side = { barcode: null, codes: [], mrz: zone, lines };
    const print = { lines: [lines, []], withNames: [lines, []], language: null, mayLackMarks: new Set<never>() };
    const { fields } = mergeSources(collectCandidates(side, { ...side, mrz: null, lines: [] }, print, spain).card);
    return [fields.lastname, fields.name];
  };

  it('are those of the labels', () => {
    const printed = ['APELLIDOS', 'IBÁÑEZ DE GARAYO', 'FERNÁNDEZ DE LARRINOA', 'NOMBRE', 'IÑAKI'];
    const names = ['IBÁÑEZ DE GARAYO FERNÁNDEZ DE LARRINOA', 'IÑAKI'];
    expect(merged('IBANEZ<DE<GARAYO<FERNANDEZ<<IN', printed)).toEqual(names);
  });

  it('may stand in a second line of the label', () => {
    const printed = ['APELLIDOS', 'CHAJCHAGUÍN TZORÍN-ICAL', 'NOMBRE', 'MARÍA', 'IXMUCANÉ'];
    const names = ['CHAJCHAGUÍN TZORÍN-ICAL', 'MARÍA IXMUCANÉ'];
    expect(merged('CHAJCHAGUIN<TZORIN<ICAL<<MARIA', printed)).toEqual(names);
  });

  it('are no other words that begin alike, nor a sign for the only letter', () => {
    expect(
      merged('TIPAN<DE<LA<CADENA<GUANOLUI<<B', ['APELLIDOS', 'TIPÁN DE LA CADENA', 'GUANOLUISA', '|'])[1],
    ).toBeNull();
  });
});

it('a name that one side shows with its marks is that, also if the other side was read without them', () => {
  const names = ['URMOSSY ZSOMBOR', 'ÜRMÖSSY ZSOMBOR'].map((text) => [lineAt(text, 300, 40)]);
  const hungarian = mrzOf([
    'IDHUN905134RA<6<<<<<<<<<<<<<<<',
    '7209167M3110131HUN<<<<<<<<<<<9',
    'URMOSSY<<ZSOMBOR<<<<<<<<<<<<<<',
  ]);
  const print = { lines: names, withNames: names, language: 'hun' as const, mayLackMarks: new Set<never>() };
  const side = { barcode: null, codes: [], mrz: hungarian, lines: names[1]! };
  const { card } = collectCandidates({ ...side, mrz: null, lines: names[0]! }, side, print, {
    ...anyCountry,
    code: 'HUN',
  });
  expect(mergeSources(card).fields.lastname).toBe('ÜRMÖSSY');
});

describe('a gender without a label', () => {
  const genderOf = (...texts: string[]) => {
    const printed = texts.map((text, row) => lineAt(text, 300, 40 + row * 80));
    const side = { barcode: null, codes: [], mrz: null, lines: printed };
    const print = { lines: [printed, []], withNames: [printed, []], language: null, mayLackMarks: new Set<never>() };
    const found = collectCandidates(side, { ...side, lines: [] }, print, { ...anyCountry, code: 'MYS' }).card;
    return mergeSources(found).fields.gender;
  };

  it('is a word for one that stands alone', () => expect(genderOf('WARGANEGARA', 'PEREMPUAN')).toBe('F'));

  it('stands before a nationality in its row', () => {
    expect(genderOf('M MALAYSIAN')).toBe('M');
    expect(genderOf('F GARDEN')).toBeNull();
  });

  it('is not found in a letter, nor where two words differ', () => {
    expect(genderOf('M')).toBeNull();
    expect(genderOf('LELAKI', 'PEREMPUAN')).toBeNull();
  });
});
