import { dateIn } from '../dates';
import { isCurp } from '../national-numbers';
import { figures, letters } from './figures';

const LENGTH = 18;
const states = new Set(
  'AS BC BS CC CL CM CS CH DF DG GT GR HG JC MC MN MS NT NL OC PL QT QR SP SL SR TC TS TL VZ YN ZS NE'.split(' '),
);

/** Mexico's CURP in a text, misread letters set right by what each of its places may hold; null where it cannot be one. */
export function curpIn(text: string): string | null {
  const made = sameOrOneLess(text.replace(/(.)\1{2,}/g, '$1'))
    .map(placed)
    .filter((number) => number !== null);
  const different = [...new Set(made)];
  return different.find(isCurp) ?? (different.length === 1 ? (different[0] ?? null) : null);
}

/** One letter may have been seen twice: a zero as O and 0, a J as I and J. */
function sameOrOneLess(text: string): string[] {
  if (text.length === LENGTH) return [text];
  return text.length === LENGTH + 1 ? [...text].map((_, at) => text.slice(0, at) + text.slice(at + 1)) : [];
}

function placed(text: string): string | null {
  const birth = figures(text.slice(4, 10));
  // Born before 2000, the last but one is a figure.
  const century = /\d/.test(figures(text[16]!)) && text[16] !== 'A' ? figures(text[16]!) : text[16]!;
  const number = letters(text.slice(0, 4)) + birth + letters(text.slice(10, 16)) + century + figures(text[17]!);
  const fits = /^[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-Z\d]\d$/.test(number);
  if (!fits || !states.has(number.slice(11, 13))) return null;
  const isDay = ['19', '20'].some((c) => dateIn(`${birth.slice(4)}/${birth.slice(2, 4)}/${c}${birth.slice(0, 2)}`));
  return isDay ? number : null;
}

/** The date within the number, where it is nearly that of a proven birth: then its figures were misread. */
export function curpWithBirth(number: string, birth: string): string {
  const differing = [...birth].filter((figure, i) => figure !== number[4 + i]).length;
  return differing <= 2 ? number.slice(0, 4) + birth + number.slice(10) : number;
}
