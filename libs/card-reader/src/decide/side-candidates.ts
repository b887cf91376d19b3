import type { Country } from '../countries';
import type { PrintedLine } from '../read/read-line';
import type { SideText } from '../read/read-side';
import { barcodeCandidates } from './barcode-candidates';
import type { FieldCandidate } from './field-candidates';
import { mrzCandidates } from './mrz-candidates';
import { printCandidates } from './print-candidates';

/** The candidates of one side alone: the evidence for or against both sides being one card. */
export interface SideCandidates {
  /** From its MRZ and barcode. */
  coded: FieldCandidate[];
  /** From its print, by labels. */
  print: FieldCandidate[];
  lines: PrintedLine[];
}

export function sideCandidates({ mrz, barcode, lines }: SideText, country: Country): SideCandidates {
  const fromMrz = mrz ? mrzCandidates(mrz, country) : [];
  const fromBarcode = barcode ? barcodeCandidates(barcode) : [];
  return { coded: [...fromMrz, ...fromBarcode], print: printCandidates([lines], country), lines };
}
