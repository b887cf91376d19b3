import { countryByCode } from '../countries/identify-country';
import { lineAt } from '../read/printed-lines.fixture';
import type { FieldCandidate } from './field-candidates';
import { impliedCandidates } from './implied-candidates';

const impliedBy = (texts: string[], code: string, said: FieldCandidate[] = []) => {
  const lines = texts.map((text, row) => lineAt(text, 40, 40 + row * 40));
  const found = impliedCandidates(lines, countryByCode(code), said);
  return Object.fromEntries(found.map(({ field, value }) => [field, value]));
};

describe('a card without a label for the nationality', () => {
  it.each([
    ['PAK', 'National Identity Card'],
    ['RWA', 'INDANGAMUNTU / NATIONAL IDENTITY CARD'],
    ['CMR', "CARTE NATIONALE D'IDENTITÉ"],
    ['AGO', 'BILHETE DE IDENTIDADE DE CIDADÃO NACIONAL'],
  ])('of %s is that of a citizen if it says %s', (code, title) => {
    expect(impliedBy([title], code)).toEqual({ doc_type: 'ID', nationality: code });
  });

  it('may be that of anyone if it does not say so, or says that it is for others', () => {
    expect(impliedBy(['IDENTITY CARD'], 'KEN')).toEqual({ doc_type: 'ID' });
    expect(impliedBy(['NATIONAL IDENTITY CARD', 'FOREIGN NATIONAL'], 'KEN')).toEqual({ doc_type: 'ID' });
    expect(impliedBy(["CARTE NATIONALE D'IDENTITÉ D'ÉTRANGER"], 'CMR')).toEqual({ doc_type: 'ID' });
    expect(impliedBy(['National Identity Card'], '')).toEqual({ doc_type: 'ID' });
  });

  it.each(['BOL', 'BRA', 'COL', 'CRI', 'MEX', 'PAN'])('of %s is that of a citizen unless it is for others', (code) => {
    expect(impliedBy(['CEDULA'], code)).toMatchObject({ nationality: code });
    expect(impliedBy(['CEDULA DE EXTRANJERO'], code)).not.toHaveProperty('nationality');
    expect(impliedBy(['Driver Licence'], code)).not.toHaveProperty('nationality');
  });

  it('is that of a citizen unless its number is that of a foreigner', () => {
    const nin = { field: 'nin', source: 'print', confidence: 0.9, hasValidCheckDigit: false } as const;
    expect(impliedBy(['CEDULA'], 'PAN', [{ ...nin, value: 'PE-12-345' }])).toMatchObject({ nationality: 'PAN' });
    expect(impliedBy(['CEDULA'], 'PAN', [{ ...nin, value: 'E-8-98765' }])).not.toHaveProperty('nationality');
  });

  it('is that of a citizen of the country that its zone names', () => {
    const zone: FieldCandidate = {
      field: 'nationality',
      value: 'AFG',
      source: 'mrz',
      confidence: 0.6,
      hasValidCheckDigit: false,
    };
    expect(impliedBy(['National Identity Card'], 'PAK', [zone])).toEqual({ doc_type: 'ID' });
  });
});

it('says what kind of document it is', () => {
  expect(impliedBy(['PASSPORT'], 'PAK')).toMatchObject({ doc_type: 'P' });
  expect(impliedBy(['Driver Licence'], 'AUS')).toEqual({ doc_type: 'DL' });
  expect(impliedBy(['anything'], '')).toEqual({});
});

it('takes a word for a gender behind text in a script that the model cannot read', () => {
  const genderIn = (before: string, confidence: number, behind: string) => {
    const line = lineAt(`${before} ${behind}`, 40, 40);
    const words = line.words.map((word, i) => ({ ...word, confidence: i === 0 ? confidence : 95 }));
    const found = impliedCandidates([{ ...line, words, confidence }], countryByCode('IND'), []);
    return found.find(({ field }) => field === 'gender')?.value;
  };
  expect(genderIn('HÍGCI/', 0, 'FEMALE')).toBe('F');
  expect(genderIn('YOW', 0, 'MALE')).toBe('M');
  expect(genderIn('YOW', 0, 'M')).toBeUndefined();
  expect(genderIn('PIERRE', 60, 'MALE')).toBeUndefined();
});
