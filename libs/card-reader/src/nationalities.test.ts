import { countryCode, nationalityIn } from './nationalities';

describe('a nationality', () => {
  it.each([
    ['CHILENA', 'CHL'],
    ['ARGENTINA', 'ARG'],
    ['Ecuatoriana', 'ECU'],
    ['PERUANO', 'PER'],
    ['ESPAÑOLA', 'ESP'],
    ['COSTARRICENSE', 'CRI'],
    ['SLOVENIAN', 'SVN'],
    ['LATV1AN', 'LVA'],
    ['ESP', 'ESP'],
  ])('%s is %s', (text, code) => expect(nationalityIn(text)).toBe(code));

  it.each(['', 'SANTIAGO', 'XQZ', 'SOLTERO', 'M'])('is not seen in %s', (text) =>
    expect(nationalityIn(text)).toBeNull(),
  );

  it('of the MRZ is a code that exists', () => {
    expect(countryCode('D')).toBe('DEU');
    expect(countryCode('SVN')).toBe('SVN');
    expect(countryCode('SN')).toBeNull();
    expect(countryCode('5VN')).toBeNull();
  });
});
