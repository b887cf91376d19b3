import type { FieldName } from '../reading';

/** The fields a barcode holds, where its layout is known. */
export type BarcodeFields = Partial<Record<FieldName, string | null | undefined>>;

export const barcodeName = (text: string | undefined) => text?.replace(/\s+/g, ' ').trim().toUpperCase();

export const barcodeGender = (text: string | undefined) => (text && /^[MFX]$/.test(text) ? text : null);
