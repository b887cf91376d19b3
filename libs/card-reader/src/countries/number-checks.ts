import { alphanumeric } from '../text/misread-characters';
import { digitsOf, luhnDigit, weightedSum } from './check-digits';

/** Whether the check digits of a national number, without punctuation, hold. */
type NumberCheck = (number: string) => boolean;

/** A check of numbers that consist of this count of digits. */
const ofDigits =
  (count: number, holds: (digits: number[], number: string) => boolean): NumberCheck =>
  (number) =>
    number.length === count && /^\d+$/.test(number) && holds(digitsOf(number), number);

/** The last digit is the weighted sum of those before it, by the modulus; a remainder of ten has a digit of its own. */
const ofWeights = (weights: number[], modulus: number, digitOf: (remainder: number) => number): NumberCheck =>
  ofDigits(weights.length + 1, (digits) => digitOf(weightedSum(digits, weights) % modulus) === digits.at(-1));

const complement = (modulus: number) => (remainder: number) => ((modulus - remainder) % modulus) % 10;

const ofLuhn = (count: number): NumberCheck =>
  ofDigits(count, (digits, number) => luhnDigit(number.slice(0, -1)) === digits.at(-1));

const yugoslav = ofWeights([7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], 11, complement(11));
const czechoslovak = ofDigits(10, (_, number) => Number(number) % 11 === 0);

/** Weights from one and, where their remainder is ten, from three. */
const baltic = ofDigits(11, (digits) => {
  const sums = [
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 1],
    [3, 4, 5, 6, 7, 8, 9, 1, 2, 3],
  ].map((weights) => weightedSum(digits, weights) % 11);
  return (sums.find((sum) => sum < 10) ?? 0) === digits[10];
});

const belgian = ofDigits(11, (_, number) =>
  // Those born from 2000 on count with a 2 before their number.
  ['', '2'].some((century) => 97 - (Number(century + number.slice(0, 9)) % 97) === Number(number.slice(9))),
);

/** ISO 7064, MOD 11,10. */
const croatian = ofDigits(11, (digits) => {
  const rest = digits.slice(0, 10).reduce((last, digit) => (((last + digit) % 10 || 10) * 2) % 11, 10);
  return (11 - rest) % 10 === digits[10];
});

const turkish = ofDigits(11, (digits) => {
  const [odd, even] = [0, 1].map((from) => digits.slice(0, 9).filter((_, i) => i % 2 === from));
  const sum = (some: number[]) => some.reduce((total, digit) => total + digit, 0);
  const tenth = (((sum(odd!) * 7 - sum(even!)) % 10) + 10) % 10;
  return digits[0] !== 0 && tenth === digits[9] && sum(digits.slice(0, 10)) % 10 === digits[10];
});

const norwegian = ofDigits(11, (digits) =>
  [
    [3, 7, 6, 1, 8, 9, 4, 5, 2, 1],
    [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1],
  ].every((weights) => weightedSum(digits, weights) % 11 === 0),
);

const finnish: NumberCheck = (number) => {
  const [, date, order, letter] = /^(\d{6})[A-Y]?(\d{3})([0-9A-Y])$/.exec(number) ?? [];
  return date !== undefined && '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(date + order) % 31] === letter;
};

/** The letter before the digits says which letters stand for the remainder, and what is added to the sum. */
const singaporean: NumberCheck = (number) => {
  const [, kind, digits, letter] = /^([STFGM])(\d{7})([A-Z])$/.exec(number) ?? [];
  if (!digits) return false;
  const { letters, added } = ofKind[kind as keyof typeof ofKind];
  return letters[(weightedSum(digitsOf(digits), [2, 7, 6, 5, 4, 3, 2]) + added) % 11] === letter;
};
const ofKind = {
  S: { letters: 'JZIHGFEDCBA', added: 0 },
  T: { letters: 'JZIHGFEDCBA', added: 4 },
  F: { letters: 'XWUTRQPNMLK', added: 0 },
  G: { letters: 'XWUTRQPNMLK', added: 4 },
  M: { letters: 'XWUTRQPNJLK', added: 3 },
};

/** Verhoeff: the places of a digit are permuted, and the digits multiplied in the dihedral group of a pentagon. */
const indian = ofDigits(12, (digits) => {
  const sum = [...digits].reverse().reduce((last, digit, place) => dihedral(last, permuted(digit, place)), 0);
  return digits[0]! > 1 && sum === 0;
});

/** Below five are rotations, from five on reflections. */
function dihedral(a: number, b: number): number {
  const turned = a < 5 ? a + b : a - b;
  return a < 5 === b < 5 ? ((turned % 5) + 5) % 5 : (((turned % 5) + 5) % 5) + 5;
}

const permuted = (digit: number, place: number): number =>
  Array.from({ length: place % 8 }).reduce<number>((last) => PERMUTATION[last]!, digit);
const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** The number begins with the year, with or without its century. */
const swedish: NumberCheck = (number) => ofLuhn(10)(number.length === 12 ? number.slice(2) : number);

/** The checks of countries without a file of their own. */
const checks = new Map<string, NumberCheck>(
  Object.entries({
    ARE: ofLuhn(15),
    BEL: belgian,
    BGR: ofWeights([2, 4, 8, 5, 10, 9, 7, 3, 6], 11, (remainder) => remainder % 10),
    BIH: yugoslav,
    CZE: czechoslovak,
    EST: baltic,
    FIN: finnish,
    HRV: croatian,
    HUN: ofWeights([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 11, (remainder) => remainder),
    IND: indian,
    ISL: ofDigits(10, (digits) => complement(11)(weightedSum(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11) === digits[8]),
    LTU: baltic,
    MKD: yugoslav,
    MNE: yugoslav,
    NLD: ofDigits(9, (digits) => weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0),
    NOR: norwegian,
    POL: ofWeights([1, 3, 7, 9, 1, 3, 7, 9, 1, 3], 10, complement(10)),
    ROU: ofWeights([2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9], 11, (remainder) => (remainder === 10 ? 1 : remainder)),
    SGP: singaporean,
    SLV: ofWeights([9, 8, 7, 6, 5, 4, 3, 2], 10, complement(10)),
    SRB: yugoslav,
    SVK: czechoslovak,
    SVN: yugoslav,
    SWE: swedish,
    TUR: turkish,
    ZAF: ofLuhn(13),
  }),
);

/**
 * Whether the check digits of a number hold in the form of the country; null where they do not, because the number may
 * have a form that this country introduced later.
 */
export const checkOfCountry =
  (country: string) =>
  (number: string): true | null =>
    checks.get(country)?.(alphanumeric(number)) ? true : null;
