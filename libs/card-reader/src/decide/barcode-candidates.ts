import type { BarcodeDocument } from '../read/barcode-document';
import type { FieldName } from '../reading';
import type { FieldCandidate } from './field-candidates';

/** The error correction of a barcode guarantees every character. */
const CONFIDENCE = 0.99;

export const barcodeCandidates = ({ fields, verified }: BarcodeDocument): FieldCandidate[] =>
  (Object.entries(fields) as [FieldName, string | null | undefined][]).flatMap(([field, value]) =>
    value
      ? [{ field, value, source: 'barcode', confidence: CONFIDENCE, hasValidCheckDigit: verified.includes(field) }]
      : [],
  );
