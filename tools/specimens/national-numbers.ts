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

/** Dominican Republic: ten digits and Luhn's check digit. */
export function dominican(random: Random): string {
  const body = `0${random.digits(9)}`;
  const sum = [...body].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}

/** Guatemala: eight digits and a check digit modulo 11, department and municipality. */
export function cui(random: Random): string {
  for (;;) {
    const body = random.digits(8);
    const check = weightedSum(body, [2, 3, 4, 5, 6, 7, 8, 9]) % 11;
    if (check < 10) return `${body}${check}${String(random.integer(1, 22)).padStart(2, '0')}01`;
  }
}

const oddValues = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** Italy: consonants of the names, of four in given names not the second, birth, municipality, and a check letter. */
export function fiscalCode({ surnames, givenNames, gender, birth }: Person, random: Random): string {
  const three = (text: string, isGiven = false) => {
    const letters = plainLetters(text);
    const consonants = letters.replace(/[AEIOU]/g, '');
    const counted = isGiven && consonants.length > 3 ? consonants[0] + consonants.slice(2) : consonants;
    return `${counted}${letters.replace(/[^AEIOU]/g, '')}XXX`.slice(0, 3);
  };
  const day = birth.day + (gender === 'F' ? 40 : 0);
  const date = `${birth.year % 100}`.padStart(2, '0') + 'ABCDEHLMPRST'[birth.month - 1] + `${day}`.padStart(2, '0');
  const body = `${three(surnames.join(''))}${three(givenNames.join(''), true)}${date}G${random.digits(3)}`;
  const valueOf = (letter: string) => (/\d/.test(letter) ? Number(letter) : letter.charCodeAt(0) - 65);
  const sum = [...body].reduce((total, c, at) => total + (at % 2 === 0 ? oddValues[valueOf(c)]! : valueOf(c)), 0);
  return body + String.fromCharCode(65 + (sum % 26));
}

/** Letters without accents, words joined. */
function plainLetters(text: string): string {
  return text
    .replaceAll('Ñ', 'X')
    .normalize('NFD')
    .replace(/[^A-Z]/g, '');
}
