import { mrzCheckDigit } from '../countries/check-digits';
import { type MrzKind, type Span, mrzLayouts } from './mrz-layouts';

export type CheckDigitName = 'number' | 'birth' | 'expiry' | 'composite';

export const sliceSpan = (lines: string[], [line, from, to]: Span) => (lines[line] ?? '').slice(from, to);

const isRight = (text: string, digit: string) => /^\d$/.test(digit) && mrzCheckDigit(text) === Number(digit);

/** Verifies the check digits. An empty document number or date counts as wrong: it proves nothing. */
export function verifyCheckDigits(lines: string[], kind: MrzKind): Record<CheckDigitName, boolean> {
  const layout = mrzLayouts[kind];
  const covered = layout.composite.map((span) => sliceSpan(lines, span)).join('');
  const { number, digit } = documentNumberOf(lines, kind);
  return {
    number: /[A-Z0-9]/.test(number) && isRight(number, digit),
    birth:
      /^\d{6}$/.test(sliceSpan(lines, layout.birth)) &&
      isRight(sliceSpan(lines, layout.birth), sliceSpan(lines, layout.birthDigit)),
    expiry:
      /^\d{6}$/.test(sliceSpan(lines, layout.expiry)) &&
      isRight(sliceSpan(lines, layout.expiry), sliceSpan(lines, layout.expiryDigit)),
    composite: layout.compositeDigit !== null && isRight(covered, sliceSpan(lines, layout.compositeDigit)),
  };
}

/** A TD1 number of more than nine characters continues in the optional data, followed by its check digit. */
export function documentNumberOf(lines: string[], kind: MrzKind): { number: string; digit: string; rest: number } {
  const layout = mrzLayouts[kind];
  const number = sliceSpan(lines, layout.number);
  const digit = sliceSpan(lines, layout.numberDigit);
  const more = /^([A-Z0-9]+)(\d)(?=<|$)/.exec(sliceSpan(lines, layout.optional[0]!));
  if (kind !== 'TD1' || digit !== '<' || !more || number.includes('<')) return { number, digit, rest: 0 };
  return { number: number + more[1]!, digit: more[2]!, rest: more[0].length };
}
