import type { FieldCandidate } from './field-candidates';
import { numbersInCodes } from './numbers-in-codes';

const printed = (value: string): FieldCandidate => ({
  field: 'nin',
  value,
  source: 'print',
  confidence: 0.9,
  hasValidCheckDigit: false,
});
const codedAs = (code: string, value: string) => numbersInCodes([code], [printed(value)]).map((one) => one.value);

it.each([
  ['a part', 'A|34101-5829304-7|M', '34101-5829304-7'],
  ['digits within digits, where no chance explains them', '10158199475134101582930471', '34101-5829304-7'],
  ['letters and digits before others', 'EH41709246317', 'EH417092'],
  ['a number of which one character was misread', '2|R5F40718A', 'RSF40718A'],
])('finds a printed number as %s of a code', (_, code, value) => {
  expect(codedAs(code, value)).toHaveLength(1);
});

it.each([
  ['that is short', '417092463178', '17092'],
  ['that a longer one may contain by chance', '417092463178', '41709246'],
  ['that is another', 'EH41709246317', 'EH417093'],
])('finds no number %s', (_, code, value) => {
  expect(codedAs(code, value)).toEqual([]);
});
