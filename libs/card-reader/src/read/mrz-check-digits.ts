import { mrzCheckDigit } from '../countries/check-digits';
import { type MrzKind, type Span, mrzLayouts } from './mrz-layouts';

export type CheckDigitName = 'number' | 'birth' | 'expiry' | 'composite';

export const sliceSpan = (lines: string[], [line, from, to]: Span) => (lines[line] ?? '').slice(from, to);

const isRight = (text: string, digit: string) => /^\d$/.test(digit) && mrzCheckDigit(text) === Number(digit);

const isDateRight = (date: string, digit: string) => /^\d{6}$/.test(date) && isRight(date, digit);

/** Cards that never expire have fillers for the date. */
const NEVER = /^<{6}[0<]$/;

/** Verifies the check digits. An empty document number or date of birth counts as wrong: it proves nothing. */
export function verifyCheckDigits(lines: string[], kind: MrzKind): Record<CheckDigitName, boolean> {
  const layout = mrzLayouts[kind];
  const at = (span: Span) => sliceSpan(lines, span);
  const covered = layout.composite.map(at).join('');
  const [expiry, expiryDigit] = [at(layout.expiry), at(layout.expiryDigit)];
  return {
    number: isNumberRight(documentNumberOf(lines, kind)),
    birth: isDateRight(at(layout.birth), at(layout.birthDigit)),
    expiry: isDateRight(expiry, expiryDigit) || NEVER.test(expiry + expiryDigit),
    composite: layout.compositeDigit !== null && isRight(covered, at(layout.compositeDigit)),
  };
}

export const areAllRight = (lines: string[], { kind }: { kind: MrzKind }): boolean =>
  Object.values(verifyCheckDigits(lines, kind)).every(Boolean);

/** Some issuers of long numbers count the filler behind the ninth character, which is no part of the number. */
function isNumberRight({ number, digit, rest }: LongNumber): boolean {
  const texts = rest > 0 ? [number, `${number.slice(0, 9)}<${number.slice(9)}`] : [number];
  return /[A-Z0-9]/.test(number) && texts.some((text) => isRight(text, digit));
}

interface LongNumber {
  number: string;
  digit: string;
  /** The characters of it that are part of the optional data. */
  rest: number;
}

/** A TD1 number of more than nine characters continues in the optional data, followed by its check digit. */
export function documentNumberOf(lines: string[], kind: MrzKind): LongNumber {
  const layout = mrzLayouts[kind];
  const number = sliceSpan(lines, layout.number);
  const digit = sliceSpan(lines, layout.numberDigit);
  const more = /^([A-Z0-9]+)(\d)(?=<|$)/.exec(sliceSpan(lines, layout.optional[0]!));
  if (kind !== 'TD1' || digit !== '<' || !more || number.includes('<')) return { number, digit, rest: 0 };
  return { number: number + more[1]!, digit: more[2]!, rest: more[0].length };
}
