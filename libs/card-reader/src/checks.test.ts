import { checksOf, type Evidences } from './checks';
import type { Claim } from './claims';
import { anyCountry, countries } from './countries';
import type { CheckName } from './reading';
import { fieldNames } from './reading';

const none = Object.fromEntries(fieldNames.map((name) => [name, null])) as Evidences['fields'];
const now = Date.UTC(2026, 5, 1);
const of = (name: CheckName, evidences: Partial<Evidences>) =>
  checksOf({ fields: none, claims: [], mrz: null, country: anyCountry, faces: 0, ...evidences }, now).find(
    (check) => check.name === name,
  )!;
const claim = (field: Claim['field'], source: Claim['source'], value: string): Claim => ({
  field,
  source,
  value,
  sure: 0.9,
  checked: false,
});

describe('the checks of a card', () => {
  it('are null for what the card does not offer', () => {
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

  it('compare MRZ and barcode with the print, and name the fields that differ, never their values', () => {
    const claims = [claim('lastname', 'mrz', 'ZUNIGA'), claim('lastname', 'print', 'ZÚÑIGA')];
    expect(of('mrz_against_print', { claims }).holds).toBe(true);
    const different = [...claims, claim('nin', 'mrz', '17729045-9'), claim('nin', 'print', '17729045-1')];
    const check = of('mrz_against_print', { claims: different });
    expect(check).toMatchObject({ holds: false, detail: 'The MRZ and the print differ in nin' });
    expect(check.detail).not.toContain('17729045');
    expect(
      of('barcode_against_print', { claims: [claim('nin', 'barcode', '1'), claim('nin', 'print', '1')] }).holds,
    ).toBe(true);
  });

  it('know whether dates follow one another and the card is still valid', () => {
    const fields = { ...none, date_birth: '01/01/1990', date_issue: '01/01/2020', date_due: '01/01/2030' };
    expect(of('dates_in_order', { fields }).holds).toBe(true);
    expect(of('not_expired', { fields }).holds).toBe(true);
    const old = { ...fields, date_due: '01/01/2019' };
    expect(of('dates_in_order', { fields: old }).holds).toBe(false);
    expect(of('not_expired', { fields: old }).holds).toBe(false);
  });

  it('prove a national number by its own digit where the country gives one', () => {
    const chile = countries.find(({ code }) => code === 'CHL')!;
    expect(of('national_number', { country: chile, fields: { ...none, nin: '17729045-9' } }).holds).toBe(true);
    expect(of('national_number', { country: chile, fields: { ...none, nin: '17729045-8' } }).holds).toBe(false);
    const colombia = countries.find(({ code }) => code === 'COL')!;
    expect(of('national_number', { country: colombia, fields: { ...none, nin: '1723688239' } }).holds).toBeNull();
  });

  it('want a face', () => {
    expect(of('face_present', { faces: 1 }).holds).toBe(true);
    expect(of('face_present', {}).holds).toBe(false);
  });
});
