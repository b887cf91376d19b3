import { italy } from './italy';
import { fiscalCodePlaces } from './fiscal-code-of-person';

const person = { lastname: 'ROSSI', name: 'MARIO', birth: '10/12/1980', gender: 'M' };

it.each([
  [person, 'RSSMRA80T10'],
  [{ ...person, lastname: 'FÒ', name: 'ALÌ' }, 'FOXLAI80T10'],
  [{ ...person, lastname: "D'AMICO", name: 'MARIA GRAZIA', gender: 'F' }, 'DMCMGR80T50'],
])('%j begins with %s', (given, start) => {
  expect(fiscalCodePlaces(given)).toBe(start);
});

it('follows from nothing less than names, birth and gender', () => {
  for (const field of ['lastname', 'name', 'birth', 'gender'] as const)
    expect(fiscalCodePlaces({ ...person, [field]: null })).toBeNull();
});

it.each([
  ['as it is', 'RSSMRA80T10H501J', 'RSSMRA80T10H501J'],
  ['with two misread letters', 'RSSNRA80T1OH501J', 'RSSMRA80T10H501J'],
  ['of one who was born abroad', 'RSSMRA80T107210V', 'RSSMRA80T10Z210V'],
  ['of another person', 'VRDLGU80T10H501J', null],
  ['with a misread check letter', 'RSSMRA80T10H501W', null],
])('is read %s', (_, text, code) => {
  expect(italy.nationalNumber.readFor!(person, text)).toBe(code);
});
