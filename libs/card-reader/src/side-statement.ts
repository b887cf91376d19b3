import { barcodeDocument } from './barcode-documents';
import type { Claim } from './claims';
import type { Country } from './countries';
import { mrzClaims } from './mrz-claims';
import type { PrintedLine } from './read-lines';
import { readPrint } from './read-print';
import type { Side } from './read-side';

export type SideContent = Pick<Side, 'barcodes' | 'mrz' | 'lines'>;

/** What one side says, taken alone. */
export interface Statement {
  /** From its MRZ and barcode. */
  coded: Claim[];
  /** From its print, by labels. */
  print: Claim[];
  lines: PrintedLine[];
}

export function statementOf({ mrz, barcodes, lines }: SideContent, country: Country): Statement {
  const coded = [...(mrz ? mrzClaims(mrz, country) : []), ...(barcodeDocument(barcodes)?.claims ?? [])];
  return { coded, print: readPrint([lines], country), lines };
}
