import type { Gender, Person } from './persons';
import type { Random } from './random';

const weightedSum = (digits: string, weights: readonly number[]) =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * weights[at % weights.length]!, 0);

/** Adds dots between groups of three digits. */
export const dotted = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, '.');

/** Chile: up to eight digits and a check digit, which may be K. */
export function run(random: Random): { body: string; check: string } {
  const body = String(random.integer(7_000_000, 24_999_999));
  const rest = 11 - (weightedSum([...body].reverse().join(''), [2, 3, 4, 5, 6, 7]) % 11);
  return { body, check: rest === 11 ? '0' : rest === 10 ? 'K' : String(rest) };
}

/** Uruguay: seven digits and a check digit. */
export function uruguayan(random: Random): { body: string; check: string } {
  const body = String(random.integer(1_000_000, 5_999_999));
  return { body, check: String((10 - (weightedSum(body, [2, 9, 8, 7, 6, 3, 4]) % 10)) % 10) };
}

/** Brazil: nine digits and two check digits. */
export function cpf(random: Random): string {
  const body = random.digits(9);
  const check = (digits: string) => {
    const rest =
      weightedSum(
        digits,
        Array.from({ length: digits.length }, (_, at) => digits.length + 1 - at),
      ) % 11;
    return rest < 2 ? '0' : String(11 - rest);
  };
  const first = body + check(body);
  return first + check(first);
}

/**
 * Argentina's tax number: a prefix by gender, the document number, a check digit. The prefix is 23 if no digit fits.
 */
export function cuil(document: string, gender: Gender): string {
  const sum = (prefix: string) => 11 - (weightedSum(prefix + document, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  const usualPrefix = gender === 'M' ? '20' : '27';
  const prefix = sum(usualPrefix) === 10 ? '23' : usualPrefix;
  return `${prefix}-${document}-${sum(prefix) % 11}`;
}

/** Spain: eight digits and a check letter. */
export function spanish(random: Random): string {
  const body = random.digits(8);
  return body + 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(body) % 23];
}

const states = ['AS', 'BC', 'CL', 'CH', 'DF', 'GT', 'JC', 'MC', 'NL', 'OC', 'PL', 'QT', 'SL', 'VZ', 'YN'];
const curpLetters = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** Mexico: letters of the names, date of birth, gender, state, inner consonants, and a check digit. */
export function curp({ givenNames, surnames, gender, birth }: Person, random: Random): string {
  const [father, mother, name] = [surnames[0]!, surnames[1] ?? 'X', givenNames[0]!].map(plainLetters) as [
    string,
    string,
    string,
  ];
  const innerVowel = /^.[^AEIOU]*([AEIOU])/.exec(father)?.[1] ?? 'X';
  const innerConsonant = (word: string) => /^.[AEIOU]*([BCDFGHJKLMNPQRSTVWXYZ])/.exec(word)?.[1] ?? 'X';
  const day = [birth.year % 100, birth.month, birth.day].map((part) => String(part).padStart(2, '0')).join('');
  const sex = gender === 'M' ? 'H' : 'M';
  const inner = [father, mother, name].map(innerConsonant).join('');
  const century = birth.year < 2000 ? String(random.integer(0, 9)) : 'A';
  const body = father[0]! + innerVowel + mother[0] + name[0] + day + sex + random.pick(states) + inner + century;
  const sum = [...body].reduce((total, letter, at) => total + curpLetters.indexOf(letter) * (18 - at), 0);
  return body + String((10 - (sum % 10)) % 10);
}

/** Letters without accents, words joined. */
function plainLetters(text: string): string {
  return text
    .replaceAll('Ñ', 'X')
    .normalize('NFD')
    .replace(/[^A-Z]/g, '');
}
