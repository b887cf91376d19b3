import { mrzLayouts } from '../read/mrz-layouts';
import { mrzOf } from '../read/mrz-reading.fixture';
import { lineAt } from '../read/printed-lines.fixture';
import type { FieldName } from '../reading';
import type { FieldCandidate } from './field-candidates';
import { repairsOf } from './repairs';

const lines = ['INCHL4650546264<<<<<<<<<<<<<<<', '7402164F3002164CHL17729045<9<4', 'FERNANDEZ<ZUNIGA<<BEGONA<GABRI'];
const printed = (field: FieldName, value: string, text: string): FieldCandidate => ({
  field,
  value,
  source: 'print',
  confidence: 0.9,
  hasValidCheckDigit: false,
  words: lineAt(text, 0, 0).words,
});
const ofPrint = (field: FieldName, value: string, text: string) =>
  repairsOf(field, value, [printed(field, value, text)], null);

describe('a printed value', () => {
  it.each([
    ['date_birth', '16/02/1974', '16 FEB 1974'],
    ['date_birth', '16/02/1974', '16 de febrero de 1974'],
    ['date_issue', '04/11/2017', '04-11-2017'],
    ['date_due', '31/12/2032', 'VIGENCIA 2022 - 2032'],
    ['nin', '17729045-9', '17.729.045-9'],
    ['nationality', 'CHL', 'CHILENA'],
    ['lastname', 'NÚÑEZ LAGOS', 'NÚÑEZ LAGOS'],
    ['gender', 'F', 'Femenino'],
  ] as const)('%s that is read letter by letter as %s is no repair', (field, value, text) => {
    expect(ofPrint(field, value, text)).toEqual([]);
  });

  it.each([
    ['date_birth', '16/02/1974', 'l6 FEB 1974'],
    ['date_birth', '16/02/1974', '16 FEG 1974'],
    ['date_issue', '04/11/2017', 'O4-11-2017'],
    ['nin', '17729045-9', '17.729.O45-9'],
    ['nationality', 'CHL', 'CHILEMA'],
    ['lastname', 'MÜLLER', 'MULLER'],
  ] as const)('%s that was taken for %s is named with what was read', (field, value, text) => {
    expect(ofPrint(field, value, text)).toEqual([{ source: 'print', read: text, became: value }]);
  });

  it('that contradicts the answer is none of its sources', () => {
    expect(repairsOf('nin', '17729045-9', [printed('nin', '17729046-9', '17.729.O46-9')], null)).toEqual([]);
    expect(repairsOf('nin', null, [printed('nin', '17729046-9', '17.729.O46-9')], null)).toEqual([]);
  });
});

describe('the zone', () => {
  const birth: FieldCandidate = {
    field: 'date_birth',
    value: '16/02/1974',
    source: 'mrz',
    confidence: 0.75,
    hasValidCheckDigit: false,
    span: mrzLayouts.TD1.birth,
  };
  const unfitted = [lines[0]!, lines[1]!.replace('740216', '74O2I6'), lines[2]!];

  it('is named with the part that was read otherwise', () => {
    const found = repairsOf('date_birth', birth.value, [birth], { ...mrzOf(lines), unfitted });
    expect(found).toEqual([{ source: 'mrz', read: '74O2I6', became: '16/02/1974' }]);
  });

  it('is not named for other fields, nor if it was read as it is', () => {
    const due = { ...birth, field: 'date_due' as const, span: mrzLayouts.TD1.expiry };
    expect(repairsOf('date_due', due.value, [due], { ...mrzOf(lines), unfitted })).toEqual([]);
    expect(repairsOf('date_birth', birth.value, [birth], mrzOf(lines))).toEqual([]);
  });
});

it('a number that was corrected by other fields is named as it was read', () => {
  const candidate = { ...printed('nin', 'RIFV810106MNLQGR04', 'RIFV8I0106MNLQGR04'), readAs: 'RIFV8I0106MNLQGR04' };
  const [repair, ...others] = repairsOf('nin', candidate.value, [candidate], null);
  expect([repair!.read, others]).toEqual(['RIFV8I0106MNLQGR04', []]);
});
