import { CLEARLY_READ, type FieldCandidate } from './field-candidates';

/**
 * Decides between two readings of a number that differ only in S for 8, G for 6 and the like: no check digit can. Clear
 * print decides; without it, the reading with more digits is more likely.
 */
export function chooseLookalike(candidates: FieldCandidate[]): FieldCandidate | undefined {
  const digitsFor = (text: string) =>
    text
      .replace(/S/g, '8')
      .replace(/G/g, '6')
      .replace(/[UOQD]/g, '0')
      .replace(/Z/g, '5');
  const byCheckDigit = candidates.find(
    (zone) =>
      zone.source === 'mrz' && zone.isRefuted === false && candidates.some((one) => areUprightsAlike(zone, one)),
  );
  if (byCheckDigit) return byCheckDigit;
  const [first, ...others] = candidates;
  const isAmbiguous = others.some(
    ({ value }) => value !== first?.value && digitsFor(value) === digitsFor(first?.value ?? ''),
  );
  if (!isAmbiguous) return undefined;
  const digitCount = ({ value }: FieldCandidate) => value.replace(/\D/g, '').length;
  const print = candidates.find(({ source, confidence }) => source === 'print' && confidence >= CLEARLY_READ);
  return print ?? [...candidates].sort((a, b) => digitCount(b) - digitCount(a))[0];
}

/** Print hardly tells an I from a 1, and only one of both has the right check digit. */
function areUprightsAlike(zone: FieldCandidate, print: FieldCandidate): boolean {
  const uprights = ({ value }: FieldCandidate) => value.replace(/I/g, '1');
  return print.source === 'print' && print.value !== zone.value && uprights(print) === uprights(zone);
}
