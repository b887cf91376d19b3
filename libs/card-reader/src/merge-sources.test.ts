import type { Claim } from './claims';
import { mergeSources } from './merge-sources';
import type { FieldName, Source } from './reading';

const claim = (field: FieldName, source: Source, value: string, more: Partial<Claim> = {}): Claim => ({
  field,
  source,
  value,
  sure: 0.95,
  checked: false,
  ...more,
});
const merged = (...claims: Claim[]) => {
  const { fields, evidence } = mergeSources(claims);
  const field = claims[0]!.field;
  return { value: fields[field], ...evidence[field] };
};

describe('sources put together', () => {
  it('prove what two of them say, in the form of the print for names', () => {
    expect(
      merged(claim('lastname', 'mrz', 'FERNANDEZ ZUNIGA'), claim('lastname', 'print', 'FERNÁNDEZ ZÚÑIGA')),
    ).toMatchObject({
      value: 'FERNÁNDEZ ZÚÑIGA',
      proven: true,
      sources: ['print', 'mrz'],
    });
  });

  it('agree where the MRZ spells Ü or Ñ out', () => {
    expect(merged(claim('lastname', 'mrz', 'AGUEERO'), claim('lastname', 'print', 'AGÜERO')).proven).toBe(true);
    expect(merged(claim('lastname', 'mrz', 'MUELLER'), claim('lastname', 'print', 'MÜLLER'))).toMatchObject({
      value: 'MÜLLER',
      proven: true,
    });
  });

  it('take the end of a cut name from the print, but do not call it proven', () => {
    const cut = claim('name', 'mrz', 'BEGONA GABRI', { cut: true });
    expect(merged(cut, claim('name', 'print', 'BEGOÑA GABRIELA'))).toMatchObject({
      value: 'BEGOÑA GABRIELA',
      proven: false,
    });
    expect(merged(cut)).toMatchObject({ value: null, proven: false, candidates: ['BEGONA GABRI'] });
  });

  it('do not prove accents that were hardly read', () => {
    const print = claim('lastname', 'print', 'ZÚNIGA', { sure: 0.7 });
    expect(merged(claim('lastname', 'mrz', 'ZUNIGA'), print)).toMatchObject({ value: 'ZÚNIGA', proven: false });
    expect(merged(claim('lastname', 'mrz', 'ZUNIGA'), claim('lastname', 'barcode', 'ZUNIGA')).proven).toBe(false);
  });

  it('let a check digit prove a single one, unless another clearly says otherwise', () => {
    const birth = claim('date_birth', 'mrz', '16/02/1974', { checked: true });
    expect(merged(birth)).toMatchObject({ value: '16/02/1974', proven: true });
    expect(merged(birth, claim('date_birth', 'print', '16/02/1971'))).toMatchObject({
      value: '16/02/1974',
      proven: false,
    });
  });

  it('never prove a repaired line by itself', () => {
    const repaired = claim('date_birth', 'mrz', '16/02/1974', { sure: 0.75 });
    expect(merged(repaired)).toMatchObject({ value: '16/02/1974', proven: false });
    expect(merged(repaired, claim('date_birth', 'print', '16/02/1974')).proven).toBe(true);
  });

  it('leave out what nobody is sure of, and keep it as a candidate', () => {
    expect(merged(claim('gender', 'print', 'F', { sure: 0.3 }))).toMatchObject({ value: null, candidates: ['F'] });
  });

  it('take figures where letters look like them and no check digit can tell', () => {
    const zone = claim('document_number', 'mrz', 'S01468586', { sure: 0.97 });
    expect(merged(zone, claim('document_number', 'print', '801468586'))).toMatchObject({
      value: '801468586',
      proven: false,
    });
  });

  it('say nothing of a field nobody names', () => {
    const { fields, evidence } = mergeSources([]);
    expect(Object.values(fields).every((value) => value === null)).toBe(true);
    expect(evidence.nin).toEqual({ sources: [], proven: false, confidence: 0, candidates: [] });
  });
});
