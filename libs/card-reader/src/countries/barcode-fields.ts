import type { FieldName } from '../reading';

/** The fields a barcode holds, where its layout is known. */
export type BarcodeFields = Partial<Record<FieldName, string | null | undefined>>;

/** What a barcode says, and which of its fields its own check digits verify. */
export interface BarcodeContent {
  fields: BarcodeFields;
  verified: FieldName[];
  /** All names in one text, surnames first or last. */
  fullName?: string | null;
}

export const unverified = (fields: BarcodeFields | null): BarcodeContent | null => fields && { fields, verified: [] };

export const barcodeName = (text: string | undefined) => text?.replace(/\s+/g, ' ').trim().toUpperCase();

export const barcodeGender = (text: string | undefined) => (text && /^[MFX]$/.test(text) ? text : null);
