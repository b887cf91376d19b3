import { type Country, anyCountry } from '../countries';
import { findLabels } from '../read/labelled-values';
import { parseName } from '../read/printed-names';
import type { PrintedLine } from '../read/printed-line';
import type { SideText } from '../read/read-side';
import { barcodeCandidates } from './barcode-candidates';
import { type FieldCandidate, candidatesFor } from './field-candidates';
import { mrzCandidates } from './mrz-candidates';
import { printCandidates } from './print-candidates';
import { printedNumbers } from './printed-numbers';

/** The candidates of one side alone: the evidence for or against both sides being one card. */
export interface SideCandidates {
  /** The code of the card's country, or ''. */
  country: string;
  /** From its MRZ and barcode. */
  coded: FieldCandidate[];
  /** From its print, by labels. */
  print: FieldCandidate[];
  /** What its labels say and no field answers: a number in another format, the name in daily use. */
  spoken: FieldCandidate[];
  lines: PrintedLine[];
}

export function sideCandidates({ mrz, barcode, lines }: SideText, country: Country): SideCandidates {
  const fromMrz = mrz ? mrzCandidates(mrz, country) : [];
  const fromBarcode = barcode ? barcodeCandidates(barcode) : [];
  const print = printCandidates([lines], country);
  const spoken = [...otherNumbers(print, lines), ...usualNames(lines)];
  return { country: country.code, coded: [...fromMrz, ...fromBarcode], print, spoken, lines };
}

/**
 * The other side may have named the country by whose rules this side was read: the number by its label alone, or the
 * only one of the side.
 */
function otherNumbers(print: FieldCandidate[], lines: PrintedLine[]): FieldCandidate[] {
  if (print.some(({ field }) => field === 'nin')) return [];
  const labelled = candidatesFor('nin', printCandidates([lines], anyCountry));
  const [only, another] = printedNumbers([lines]);
  if (labelled.length > 0 || !only || another || print.some(({ field }) => field === 'document_number'))
    return labelled;
  const { value, confidence, words } = only;
  return [{ field: 'nin', value, confidence, words, source: 'print', hasValidCheckDigit: false, isUnlabelled: true }];
}

const usualNames = (lines: PrintedLine[]): FieldCandidate[] =>
  findLabels(lines)
    .filter(({ kind }) => kind === 'usual_name')
    .flatMap(({ near }) => {
      const name = near[0] && parseName(near[0]);
      return name ? [{ ...name, field: 'name' as const, source: 'print' as const, hasValidCheckDigit: false }] : [];
    });
