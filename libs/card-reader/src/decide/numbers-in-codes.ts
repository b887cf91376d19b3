import { partsOfCode } from '../read/barcode-document';
import { alphanumeric, toDigits } from '../text/misread-characters';
import { isNumber } from './agree';
import type { FieldCandidate } from './field-candidates';

const MIN_LENGTH = 6;
/** By chance, no longer number contains another one of this length, nor one with letters of the other. */
const [LONG, LONG_WITH_LETTERS] = [11, 8];

/**
 * Finds the numbers of a card in barcodes whose layout is unknown. A code that contains a number is a second source for
 * it, but does not say which number is the person's.
 */
export function numbersInCodes(codes: string[], candidates: FieldCandidate[]): FieldCandidate[] {
  const parts = new Set(codes.flatMap((code) => [code, ...partsOfCode(code)].map(alphanumeric)));
  const isCoded = ({ field, source }: FieldCandidate) =>
    candidates.some((other) => other.field === field && other.source === 'barcode') || source === 'barcode';
  return candidates.flatMap((candidate) => {
    const { field, value } = candidate;
    if (!isNumber(field) || isCoded(candidate)) return [];
    const number = contains(parts, alphanumeric(value)) ? value : misreadOf(parts, candidate);
    if (!number) return [];
    return [{ field, value: number, source: 'barcode' as const, confidence: CONFIDENCE, hasValidCheckDigit: false }];
  });
}

const MIN_RESEMBLING = 8;

/** The only part of the codes that a printed number resembles, place by place: R5F and RSF. */
function misreadOf(parts: Set<string>, { value, source, hasValidCheckDigit }: FieldCandidate): string | null {
  const form = toDigits(alphanumeric(value));
  if (source !== 'print' || hasValidCheckDigit || form.length < MIN_RESEMBLING) return null;
  const [part, another] = [...parts].filter((one) => toDigits(one) === form);
  return part && !another ? part : null;
}

function contains(parts: Set<string>, number: string): boolean {
  if (number.length < MIN_LENGTH) return false;
  if (parts.has(number)) return true;
  const isLong = number.length >= (/\D/.test(number) ? LONG_WITH_LETTERS : LONG);
  return isLong && [...parts].some((part) => part.includes(number));
}

/** The error correction of a barcode guarantees every character. */
const CONFIDENCE = 0.99;
