import { countries } from '../countries';
import type { BarcodeFields } from '../countries/barcode-fields';
import type { Barcode } from './read-barcodes';

/** The content of a barcode in the layout of a known country. */
export interface BarcodeDocument {
  country: string;
  fields: BarcodeFields;
}

/** The first barcode with a known layout. */
export function parseBarcodes(barcodes: Pick<Barcode, 'bytes'>[]): BarcodeDocument | null {
  for (const { bytes } of barcodes) {
    const text = decodeText(bytes);
    for (const country of countries) {
      const fields = country.parseBarcode?.(text);
      if (fields) return { country: country.code, fields };
    }
  }
  return null;
}

/** UTF-8 where the bytes are valid UTF-8, else Latin-1. */
function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
