import { anyCountry, countries } from '../countries';
import type { CheckName } from '../reading';
import { fieldNames } from '../reading';
import { runChecks, type CheckedCard } from './checks';
import type { FieldCandidate } from './field-candidates';

const none = Object.fromEntries(fieldNames.map((name) => [name, null])) as CheckedCard['fields'];
const now = Date.UTC(2026, 5, 1);
const of = (name: CheckName, card: Partial<CheckedCard>) =>
  runChecks(
    { fields: none, candidates: [], derived: [], mrz: null, country: anyCountry, faceCount: 0, ...card },
    now,
  ).find((check) => check.name === name)!;
const candidate = (
  field: FieldCandidate['field'],
  source: FieldCandidate['source'],
  value: string,
): FieldCandidate => ({
  field,
  source,
  value,
  confidence: 0.9,
  hasValidCheckDigit: false,
});

describe('the checks of a card', () => {
  it('are null if they do not apply to the card', () => {
    for (const name of [
      'mrz_digits',
      'mrz_against_print',
      'barcode_against_print',
      'national_number',
      'dates_in_order',
      'not_expired',
    ] as const)
      expect(of(name, {}).holds).toBeNull();
  });

  it('compare with print that has no label only where no labelled print was read from both', () => {
    const coded = candidate('nin', 'barcode', '46321648');
    const shown = candidate('nin', 'print', '46321648');
    const edited = candidate('nin', 'print', '46399948');
    expect(of('barcode_against_print', { candidates: [coded], derived: [coded, shown] }).holds).toBe(true);
    expect(of('barcode_against_print', { candidates: [coded], derived: [coded] }).holds).toBeNull();
    // The only number of a card follows from print and barcode together.
    expect(of('barcode_against_print', { derived: [coded, shown] }).holds).toBe(true);
    const both = { candidates: [coded, edited], derived: [coded, edited, shown] };
    expect(of('barcode_against_print', both).holds).toBe(false);
  });

  it('find the one number of a licence in the print, whatever the print calls it', () => {
    const numbers = (source: 'barcode' | 'print', nin: string, number: string) => [
      candidate('nin', source, nin),
      candidate('document_number', source, number),
    ];
    const printed = numbers('print', '7418203', 'S00417208');
    const compared = (candidates: FieldCandidate[]) => of('barcode_against_print', { candidates }).holds;
    expect(compared([...numbers('barcode', '7418203', '7418203'), ...printed])).toBe(true);
    expect(compared([...numbers('barcode', '7499203', '7499203'), ...printed])).toBe(false);
    expect(compared([...numbers('barcode', '7418203', 'S00999208'), ...printed])).toBe(false);
  });

  it('take print that was hardly read for a misreading, where two characters differ', () => {
    const printed = (confidence: number) => ({ ...candidate('document_number', 'print', 'CR240817'), confidence });
    const coded = candidate('document_number', 'mrz', 'CCF240817');
    expect(of('mrz_against_print', { candidates: [coded, printed(0.45)] }).holds).toBeNull();
    expect(of('mrz_against_print', { candidates: [coded, printed(0.7)] }).holds).toBe(false);
  });

  it('take one letter for misread in a name that the zone truncated', () => {
    const printed = candidate('name', 'print', 'DERLIS RAMÓN');
    const coded = (value: string) => ({ ...candidate('name', 'mrz', value), isTruncated: true });
    expect(of('mrz_against_print', { candidates: [coded('DERLISKRA'), printed] }).holds).toBeNull();
    expect(of('mrz_against_print', { candidates: [coded('DIEGO RA'), printed] }).holds).toBe(false);
  });

  it('compare MRZ and barcode with the print and name the fields that differ, not their values', () => {
    const candidates = [candidate('lastname', 'mrz', 'ZUNIGA'), candidate('lastname', 'print', 'ZÚÑIGA')];
    expect(of('mrz_against_print', { candidates }).holds).toBe(true);
    const different = [...candidates, candidate('nin', 'mrz', '17729045-9'), candidate('nin', 'print', '17729045-1')];
    const check = of('mrz_against_print', { candidates: different });
    expect(check).toMatchObject({ holds: false, detail: 'The MRZ and the print differ in nin' });
    expect(check.detail).not.toContain('17729045');
    expect(
      of('barcode_against_print', { candidates: [candidate('nin', 'barcode', '1'), candidate('nin', 'print', '1')] })
        .holds,
    ).toBe(true);
  });

  it('take letters read for digits and the rest of a label for misreadings, but not two different digits', () => {
    const differ = (coded: string, printed: string) =>
      of('mrz_against_print', {
        candidates: [
          candidate('document_number', 'mrz', coded),
          candidate('document_number', 'print', printed),
          ...[candidate('lastname', 'mrz', 'SOTO'), candidate('lastname', 'print', 'SOTO')],
        ],
      }).holds === false;
    expect([differ('L0Z417', 'LO7417'), differ('O12345', '012345')]).toEqual([false, false]);
    expect(differ('927848289', 'NR927848289')).toBe(false);
    expect([differ('127417', '177417'), differ('927848289', '1927848289')]).toEqual([true, true]);
  });

  it('take a national number without its century for the same number', () => {
    const holds = (coded: string, printed: string) =>
      of('mrz_against_print', { candidates: [candidate('nin', 'mrz', coded), candidate('nin', 'print', printed)] })
        .holds;
    expect(holds('4608211234', '19460821-1234')).toBeNull();
    expect([holds('4608211234', '19460821-1235'), holds('9948001234', '19994800-1234')]).toEqual([false, false]);
  });

  it('verify the order of the dates and the date of expiry', () => {
    const fields = { ...none, date_birth: '01/01/1990', date_issue: '01/01/2020', date_due: '01/01/2030' };
    expect(of('dates_in_order', { fields }).holds).toBe(true);
    expect(of('not_expired', { fields }).holds).toBe(true);
    const old = { ...fields, date_due: '01/01/2019' };
    expect(of('dates_in_order', { fields: old }).holds).toBe(false);
    expect(of('not_expired', { fields: old }).holds).toBe(false);
  });

  it('verify the check digit of the national number if the country has one', () => {
    const chile = countries.find(({ code }) => code === 'CHL')!;
    expect(of('national_number', { country: chile, fields: { ...none, nin: '17729045-9' } }).holds).toBe(true);
    expect(of('national_number', { country: chile, fields: { ...none, nin: '17729045-8' } }).holds).toBe(false);
    const colombia = countries.find(({ code }) => code === 'COL')!;
    expect(of('national_number', { country: colombia, fields: { ...none, nin: '1723688239' } }).holds).toBeNull();
  });

  it('require a face', () => {
    expect(of('face_present', { faceCount: 1 }).holds).toBe(true);
    expect(of('face_present', {}).holds).toBe(false);
  });
});
