import { parseGender } from './genders';

describe('a gender', () => {
  it.each([
    ['M', 'M'],
    ['Mujer', 'F'],
    ['FEMALE', 'F'],
    ['LAKI-LAKI', 'M'],
    ['V/F', 'F'],
    ['N / K / F', 'F'],
    ['M/M', 'M'],
    ['K / M', 'M'],
  ])('%s is %s', (text, gender) => expect(parseGender(text, false)).toBe(gender));

  it.each(['', 'N', 'K', 'M/F', 'SEX'])('is not found in "%s"', (text) => expect(parseGender(text, false)).toBeNull());

  it('of a Mexican card is that of hombre or mujer', () => {
    expect(parseGender('H', true)).toBe('M');
    expect(parseGender('M', true)).toBe('F');
  });
});

it('is one of the two Swahili abbreviations', () => {
  expect([parseGender('ME', false), parseGender('KE', false)]).toEqual(['M', 'F']);
});
