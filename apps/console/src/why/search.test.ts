import { isDni, parseWhySearch } from './search';

it.each([
  [
    { company: 2, who: 'a' },
    { company: 2, who: 'a' },
  ],
  [{ company: 'x', who: 12345678 }, { who: '12345678' }],
  [{ who: '' }, {}],
])('reads %j', (sent, expected) => {
  expect(parseWhySearch(sent)).toEqual(expected);
});

it.each([
  ['12.345.678-5', true],
  ['12345678K', true],
  ['1.234.567-8', true],
  ['0b1e2c4d-5b7e-4a58-9f0c-000000000001', false],
  ['console-01', false],
  ['42', false],
])('%s is a dni: %s', (who, expected) => {
  expect(isDni(who)).toBe(expected);
});
