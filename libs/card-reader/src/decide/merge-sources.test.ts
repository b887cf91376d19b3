import type { FieldName, Source } from '../reading';
import type { FieldCandidate } from './field-candidates';
import { mergeField, mergeSources } from './merge-sources';

const candidate = (
  field: FieldName,
  source: Source,
  value: string,
  more: Partial<FieldCandidate> = {},
): FieldCandidate => ({
  field,
  source,
  value,
  confidence: 0.95,
  hasValidCheckDigit: false,
  ...more,
});
const merged = (...candidates: FieldCandidate[]) => {
  const { fields, evidence } = mergeSources(candidates);
  const field = candidates[0]!.field;
  return { value: fields[field], ...evidence[field] };
};

describe('merged sources', () => {
  it('a longer surname of the print agrees with one that the zone may have cut, which does not prove it', () => {
    const zone = { field: 'lastname' as const, source: 'mrz' as const, confidence: 0.7, hasValidCheckDigit: false };
    const cut = { ...zone, value: 'SARMENTO DE VASCONCELO', mayBeCut: true };
    const print = { ...zone, source: 'print' as const, confidence: 0.96, value: 'SARMENTO DE VASCONCELOS E SÁ' };
    const { value, evidence } = mergeField('lastname', [cut, print]);
    expect([value, evidence.sources, evidence.proven]).toEqual([print.value, ['print', 'mrz'], false]);
    expect(mergeField('lastname', [cut]).value).toBe(cut.value);
  });

  it('prove a value that two of them share, with names in the form of the print', () => {
    expect(
      merged(candidate('lastname', 'mrz', 'FERNANDEZ ZUNIGA'), candidate('lastname', 'print', 'FERNÁNDEZ ZÚÑIGA')),
    ).toMatchObject({
      value: 'FERNÁNDEZ ZÚÑIGA',
      proven: true,
      sources: ['print', 'mrz'],
    });
  });

  it('give a number with the hyphens of the print, which only clear print proves', () => {
    const zone = candidate('document_number', 'mrz', '592313704650');
    const print = (confidence: number) => candidate('document_number', 'print', '592-3137046-50', { confidence });
    expect(merged(zone, print(0.95))).toMatchObject({ value: '592-3137046-50', proven: true });
    expect(merged(zone, print(0.8))).toMatchObject({ value: '592-3137046-50', proven: false });
    expect(merged(zone, print(0.6))).toMatchObject({ value: '592-3137046-50', proven: false });
  });

  it('take an I or a 1 from the zone whose check digit holds', () => {
    const zone = candidate('document_number', 'mrz', 'ID048213', { confidence: 0.75, isRefuted: false });
    const print = candidate('document_number', 'print', '1D048213', { confidence: 0.9 });
    expect(merged(zone, print)).toMatchObject({ value: 'ID048213', proven: false });
    expect(merged({ ...zone, isRefuted: true }, print).value).toBe('1D048213');
    expect(merged(zone, { ...print, value: '1D048214' }).value).toBe('1D048214');
  });

  it('do not prove a number by unclear print and a zone without its check digit, which one engine read', () => {
    const print = candidate('document_number', 'print', 'DIMI081K9', { confidence: 0.78 });
    const coded = (source: Source, more = {}) => candidate('document_number', source, 'DIMI081K9', more);
    expect(merged(print, coded('mrz'))).toMatchObject({ proven: false, confidence: 0.85 });
    expect(merged({ ...print, confidence: 0.9 }, coded('mrz')).proven).toBe(true);
    expect(merged(print, coded('mrz', { hasValidCheckDigit: true })).proven).toBe(true);
    expect(merged(print, coded('barcode')).proven).toBe(true);
  });

  it('do not prove that a number is the one of the field where that is a guess', () => {
    const only = candidate('nin', 'print', 'BV830654', { isGuess: true });
    expect(merged(only, candidate('nin', 'barcode', 'BV830654'))).toMatchObject({ value: 'BV830654', proven: false });
  });

  it('give print the space between two names that only the MRZ has', () => {
    const zone = candidate('name', 'mrz', 'RAUL RAMON');
    expect(merged(zone, candidate('name', 'print', 'RAÚLRAMÓN'))).toMatchObject({ value: 'RAÚL RAMÓN', proven: true });
    const joined = candidate('name', 'mrz', 'DELACRUZ');
    expect(merged(joined, candidate('name', 'print', 'DE LA CRUZ')).value).toBe('DE LA CRUZ');
    const hyphen = candidate('name', 'mrz', 'MARIE CLAIRE');
    expect(merged(hyphen, candidate('name', 'print', 'MARIE-CLAIRE')).value).toBe('MARIE-CLAIRE');
    const spelt = candidate('lastname', 'mrz', 'BUECHEL FRICK');
    expect(merged(spelt, candidate('lastname', 'print', 'BÜCHEL-FRICK')).value).toBe('BÜCHEL-FRICK');
  });

  it('agree if the MRZ writes letters by their sound', () => {
    expect(merged(candidate('name', 'mrz', 'RASHAD'), candidate('name', 'print', 'RƏŞAD'))).toMatchObject({
      value: 'RƏŞAD',
      proven: true,
    });
    expect(merged(candidate('name', 'mrz', 'KHALIL'), candidate('name', 'print', 'XƏLİL')).proven).toBe(true);
    expect(merged(candidate('name', 'mrz', 'KHALIL'), candidate('name', 'print', 'XALIL')).proven).toBe(false);
  });

  it('agree if the MRZ spells out Ü or Ñ', () => {
    expect(merged(candidate('lastname', 'mrz', 'AGUEERO'), candidate('lastname', 'print', 'AGÜERO')).proven).toBe(true);
    expect(merged(candidate('lastname', 'mrz', 'MUELLER'), candidate('lastname', 'print', 'MÜLLER'))).toMatchObject({
      value: 'MÜLLER',
      proven: true,
    });
  });

  it('take the end of a truncated name from the print, unproven', () => {
    const isTruncated = candidate('name', 'mrz', 'BEGONA GABRI', { isTruncated: true });
    expect(merged(isTruncated, candidate('name', 'print', 'BEGOÑA GABRIELA'))).toMatchObject({
      value: 'BEGOÑA GABRIELA',
      proven: false,
    });
    expect(merged(isTruncated)).toMatchObject({ value: null, proven: false, candidates: ['BEGONA GABRI'] });
  });

  it('do not prove accents that were badly read', () => {
    const print = candidate('lastname', 'print', 'ZÚNIGA', { confidence: 0.7 });
    expect(merged(candidate('lastname', 'mrz', 'ZUNIGA'), print)).toMatchObject({ value: 'ZÚNIGA', proven: false });
    expect(merged(candidate('lastname', 'mrz', 'ZUNIGA'), candidate('lastname', 'barcode', 'ZUNIGA')).proven).toBe(
      false,
    );
  });

  it('do not prove accents that were nearly, but not clearly read', () => {
    const merge = (confidence: number) =>
      merged(candidate('name', 'mrz', 'HELENE'), candidate('name', 'print', 'HÉLENE', { confidence }));
    expect([merge(0.9).proven, merge(0.93).proven]).toEqual([false, true]);
  });

  it('do not prove the hyphens of a number that were badly read', () => {
    const merge = (confidence: number) =>
      merged(candidate('nin', 'print', '53227-749', { confidence }), candidate('nin', 'mrz', '53227749'));
    expect(merge(0.4)).toMatchObject({ value: '53227-749', proven: false });
    expect(merge(0.95)).toMatchObject({ value: '53227-749', proven: true });
  });

  it('prove a single source by its check digit, unless another source clearly disagrees', () => {
    const birth = candidate('date_birth', 'mrz', '16/02/1974', { hasValidCheckDigit: true });
    expect(merged(birth)).toMatchObject({ value: '16/02/1974', proven: true });
    expect(merged(birth, candidate('date_birth', 'print', '16/02/1971'))).toMatchObject({
      value: '16/02/1974',
      proven: false,
    });
  });

  it('do not prove a repaired line without another source', () => {
    const repaired = candidate('date_birth', 'mrz', '16/02/1974', { confidence: 0.75 });
    expect(merged(repaired)).toMatchObject({ value: '16/02/1974', proven: false });
    expect(merged(repaired, candidate('date_birth', 'print', '16/02/1974')).proven).toBe(true);
  });

  it('leave out an uncertain value and keep it as a candidate', () => {
    expect(merged(candidate('gender', 'print', 'F', { confidence: 0.3 }))).toMatchObject({
      value: null,
      candidates: ['F'],
    });
  });

  it('prefer digits over letters that look like them if no check digit decides', () => {
    const mrz = candidate('document_number', 'mrz', 'S01468586', { confidence: 0.97 });
    expect(merged(mrz, candidate('document_number', 'print', '801468586'))).toMatchObject({
      value: '801468586',
      proven: false,
    });
  });

  it('give null for a field without candidates', () => {
    const { fields, evidence } = mergeSources([]);
    expect(Object.values(fields).every((value) => value === null)).toBe(true);
    expect(evidence.nin).toEqual({ sources: [], proven: false, confidence: 0, candidates: [] });
  });
});
