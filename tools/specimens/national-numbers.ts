import type { Gender, Person } from './persons';
import type { Random } from './random';

const weighted = (digits: string, weights: readonly number[]) =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * weights[at % weights.length]!, 0);

/** With dots before each group of three, as most cards of the continent print numbers. */
export const dotted = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, '.');

/** Chile: eight digits and a digit or K. */
export function run(random: Random): { body: string; check: string } {
  const body = String(random.integer(7_000_000, 24_999_999));
  const rest = 11 - (weighted([...body].reverse().join(''), [2, 3, 4, 5, 6, 7]) % 11);
  return { body, check: rest === 11 ? '0' : rest === 10 ? 'K' : String(rest) };
}

/** Uruguay: seven digits and one that checks them. */
export function uruguayan(random: Random): { body: string; check: string } {
  const body = String(random.integer(1_000_000, 5_999_999));
  return { body, check: String((10 - (weighted(body, [2, 9, 8, 7, 6, 3, 4]) % 10)) % 10) };
}

/** Brazil: nine digits and two that check them. */
export function cpf(random: Random): string {
  const body = random.digits(9);
  const check = (digits: string) => {
    const rest =
      weighted(
        digits,
        Array.from({ length: digits.length }, (_, at) => digits.length + 1 - at),
      ) % 11;
    return rest < 2 ? '0' : String(11 - rest);
  };
  const first = body + check(body);
  return first + check(first);
}

/** Argentina's tax number, made of the document's: a prefix by sex, and a digit; where none would fit, 23 is the prefix. */
export function cuil(document: string, gender: Gender): string {
  const sum = (prefix: string) => 11 - (weighted(prefix + document, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  const usual = gender === 'M' ? '20' : '27';
  const prefix = sum(usual) === 10 ? '23' : usual;
  return `${prefix}-${document}-${sum(prefix) % 11}`;
}

/** Spain: eight digits and the letter of their remainder. */
export function spanish(random: Random): string {
  const body = random.digits(8);
  return body + 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(body) % 23];
}

const states = ['AS', 'BC', 'CL', 'CH', 'DF', 'GT', 'JC', 'MC', 'NL', 'OC', 'PL', 'QT', 'SL', 'VZ', 'YN'];
const curpLetters = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** Mexico: letters of the names, the birthday, sex, state, inner consonants, and a digit that checks it all. */
export function curp({ givenNames, surnames, gender, birth }: Person, random: Random): string {
  const [father, mother, name] = [surnames[0]!, surnames[1] ?? 'X', givenNames[0]!].map(bare) as [
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

/** The letters without their marks, words joined. */
function bare(text: string): string {
  return text
    .replaceAll('Ñ', 'X')
    .normalize('NFD')
    .replace(/[^A-Z]/g, '');
}
