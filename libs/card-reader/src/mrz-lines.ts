import { type MrzKind, type Span, mrzForms } from './mrz-forms';

export type DigitName = 'number' | 'birth' | 'expiry' | 'composite';

export interface Mrz {
  kind: MrzKind;
  code: string;
  issuer: string;
  number: string;
  /** YYMMDD, as it stands there. */
  birth: string;
  expiry: string;
  sex: string;
  nationality: string;
  /** The free parts, `<` at the end left out. */
  optional: string[];
  lastname: string;
  name: string;
  /** The line was full: the last name may go on. */
  cut: boolean;
  /** Which check digits hold. */
  digits: Record<DigitName, boolean>;
}

const WEIGHTS = [7, 3, 1];

export function checkDigit(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += valueOf(text[i]!) * WEIGHTS[i % 3]!;
  return sum % 10;
}

function valueOf(letter: string): number {
  if (letter >= '0' && letter <= '9') return letter.charCodeAt(0) - 48;
  if (letter >= 'A' && letter <= 'Z') return letter.charCodeAt(0) - 55;
  return 0;
}

export const partOf = (lines: string[], [line, from, to]: Span) => (lines[line] ?? '').slice(from, to);

const holds = (text: string, digit: string) => /^\d$/.test(digit) && checkDigit(text) === Number(digit);

/** Which check digits of these lines hold. An empty document number or date proves nothing. */
export function digitsOf(lines: string[], kind: MrzKind): Record<DigitName, boolean> {
  const form = mrzForms[kind];
  const covered = form.composite.map((span) => partOf(lines, span)).join('');
  const { number, digit } = numberOf(lines, kind);
  return {
    number: /[A-Z0-9]/.test(number) && holds(number, digit),
    birth:
      /^\d{6}$/.test(partOf(lines, form.birth)) && holds(partOf(lines, form.birth), partOf(lines, form.birthDigit)),
    expiry:
      /^\d{6}$/.test(partOf(lines, form.expiry)) && holds(partOf(lines, form.expiry), partOf(lines, form.expiryDigit)),
    composite: form.compositeDigit !== null && holds(covered, partOf(lines, form.compositeDigit)),
  };
}

/** A TD1 number longer than nine places goes on in the free part, its check digit after it. */
function numberOf(lines: string[], kind: MrzKind): { number: string; digit: string; rest: number } {
  const form = mrzForms[kind];
  const number = partOf(lines, form.number);
  const digit = partOf(lines, form.numberDigit);
  const more = /^([A-Z0-9]+)(\d)(?=<|$)/.exec(partOf(lines, form.optional[0]!));
  if (kind !== 'TD1' || digit !== '<' || !more || number.includes('<')) return { number, digit, rest: 0 };
  return { number: number + more[1]!, digit: more[2]!, rest: more[0].length };
}

export function parseMrz(lines: string[], kind: MrzKind): Mrz {
  const form = mrzForms[kind];
  const names = partOf(lines, form.names);
  const [lastname = '', ...given] = names.replace(/<+$/, '').split('<<');
  const { number, rest } = numberOf(lines, kind);
  const optional = form.optional.map((span, i) => partOf(lines, span).slice(i === 0 ? rest : 0));
  return {
    kind,
    code: plain(partOf(lines, form.code)),
    issuer: plain(partOf(lines, form.issuer)),
    number: plain(number),
    birth: partOf(lines, form.birth),
    expiry: partOf(lines, form.expiry),
    sex: partOf(lines, form.sex),
    nationality: plain(partOf(lines, form.nationality)),
    optional: optional.map((part) => part.replace(/^<+|<+$/g, '')),
    lastname: spaced(lastname),
    name: spaced(given.join(' ')),
    // Up to two fillers at the end may stand before a name that had no room at all.
    cut: !names.endsWith('<<<'),
    digits: digitsOf(lines, kind),
  };
}

const plain = (text: string) => text.replace(/</g, '');
const spaced = (text: string) => text.replace(/<+/g, ' ').trim();
