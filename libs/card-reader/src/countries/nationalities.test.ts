import { countryCode, parseNationality } from './nationalities';

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
    ['ANGOLANA', 'AGO'],
    ['SÉNÉGALAISE', 'SEN'],
    ['REPÚBLICA DOMINICANA', 'DOM'],
    ['ÖSTERREICH', 'AUT'],
    ['Belg / BEL', 'BEL'],
    ['ÉIREANNACH/IRISH', 'IRL'],
    ['Suomi/Finland/FIN', 'FIN'],
    ['RSA', 'ZAF'],
    ['WNI', 'IDN'],
    ['WARGANEGARA', 'MYS'],
    ['NIGERIAN', 'NGA'],
  ])('%s is %s', (text, code) => expect(parseNationality(text)).toBe(code));

  it.each(['', 'SANTIAGO', 'XQZ', 'SOLTERO', 'M', 'CHILENA / PERUANA'])('is not found in "%s"', (text) =>
    expect(parseNationality(text)).toBeNull(),
  );

  it('in the MRZ is an existing country code', () => {
    expect(countryCode('D')).toBe('DEU');
    expect(countryCode('SVN')).toBe('SVN');
    expect(countryCode('SN')).toBeNull();
    expect(countryCode('5VN')).toBeNull();
  });

  it('of two countries that share a name is that of the issuer', () => {
    expect(['COD', 'COG', 'GNB'].map((issuer) => parseNationality('CONGOLAISE', issuer))).toEqual([
      'COD',
      'COG',
      'COG',
    ]);
    expect(parseNationality('GUINEENNE', 'GNB')).toBe('GNB');
    expect(['SVN', 'SVK', 'CHE'].map((issuer) => parseNationality('slovensko', issuer))).toEqual(['SVN', 'SVK', 'SVK']);
    expect(parseNationality('SLOVENSKO / SVN', 'SVN')).toBe('SVN');
    expect(parseNationality('SOUTH AFRICAN', 'SSD')).toBe('ZAF');
  });
});
