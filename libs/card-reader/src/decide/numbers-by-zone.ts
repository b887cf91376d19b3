import { mrzCheckDigit } from '../countries/check-digits';
import { documentNumberOf } from '../read/mrz-check-digits';
import type { MrzReading } from '../read/read-mrz';
import { alphanumeric, toDigits } from '../text/misread-characters';
import { isNumber } from './agree';
import type { FieldCandidate } from './field-candidates';

/**
 * Corrects printed numbers that differ from the one in the zone as misread letters and digits do, where the check digit
 * of the zone holds for its own reading and not for the printed one. A zone that was repaired corrects what was misread
 * in the same way in both.
 */
export function numbersByZone(candidates: FieldCandidate[], mrz: MrzReading | null): FieldCandidate[] {
  if (!mrz?.checkDigits.number) return candidates;
  const { number: inZone, digit } = documentNumberOf(mrz.lines, mrz.kind);
  // A short number has fillers behind it.
  const number = alphanumeric(inZone);
  const asRead = alphanumeric(documentNumberOf(mrz.asRead, mrz.kind).number);
  const isSure = !mrz.isRepaired || mrz.isConfirmed;
  const isAlike = (printed: string) => (isSure ? shapesOf(printed) === shapesOf(number) : printed === asRead);
  const isMisread = (printed: string) =>
    printed !== number && isAlike(printed) && mrzCheckDigit(printed) !== Number(digit);
  return candidates.map((candidate) => {
    const { field, source, value } = candidate;
    const isPrinted = source === 'print' && isNumber(field);
    return isPrinted && isMisread(alphanumeric(value)) ? { ...candidate, value: number, readAs: value } : candidate;
  });
}

/** A Z resembles a 2 and a 7. */
const shapesOf = (text: string) => toDigits(text).replace(/7/g, '2');
