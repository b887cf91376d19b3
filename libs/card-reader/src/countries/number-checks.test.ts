import { checkOfCountry } from './number-checks';

/** Invented numbers whose check digits were computed by hand or by another program. */
const valid: [string, string][] = [
  ['NLD', '111222333'],
  ['BEL', '85.07.30-033.28'],
  ['POL', '44051401359'],
  ['ROU', '1800101221144'],
  ['HRV', '33392005961'],
  ['TUR', '10000000146'],
  ['SWE', '811218-9876'],
  ['FIN', '131052-308T'],
  ['EST', '37605030299'],
  ['BGR', '7523169263'],
  ['SRB', '0101006500006'],
  ['ZAF', '8001015009087'],
  ['CZE', '736028/5163'],
  ['IND', '2341 2341 2346'],
  ['SLV', '01512960-7'],
  ['NOR', '01010750160'],
];

it.each(valid)('holds for a number of %s, and for no other last digit', (country, number) => {
  expect(checkOfCountry(country)(number)).toBe(true);
  const last = number.at(-1)!;
  const others = [...'0123456789'].filter((digit) => digit !== last).map((digit) => number.slice(0, -1) + digit);
  expect(others.filter((other) => checkOfCountry(country)(other) === true)).toEqual([]);
});

it('holds for the letter behind a number of Singapore, by the letter before it', () => {
  const numbers = ['S1234567D', 'T1234567J', 'F1234567N', 'G1234567X', 'M1234567K'];
  expect(numbers.map(checkOfCountry('SGP'))).toEqual(numbers.map(() => true));
  expect(['S1234567J', 'A1234567D', 'S12345678', 'S1234567'].map(checkOfCountry('SGP'))).toEqual(Array(4).fill(null));
});

it('holds for the ninth digit in Iceland: the last one is the century', () => {
  expect(['1201743399', '1201743389'].map(checkOfCountry('ISL'))).toEqual([true, null]);
});

it('says nothing about other forms, and about countries without a known check', () => {
  expect(checkOfCountry('NLD')('1112223334')).toBeNull();
  expect(checkOfCountry('POL')('44051401358')).toBeNull();
  expect(checkOfCountry('KEN')('44051401359')).toBeNull();
  expect(checkOfCountry('constructor')('44051401359')).toBeNull();
});
