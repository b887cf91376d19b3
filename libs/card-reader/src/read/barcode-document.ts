import { countries } from '../countries';
import type { BarcodeContent } from '../countries/barcode-fields';
import { parseMagneticStripe, parseNorthAmericanLicence } from '../countries/north-american-licence';
import { parseSouthAfricanCard } from '../countries/south-african-card';
import type { Barcode } from './read-barcodes';

/** The content of a barcode in a known layout. */
export interface BarcodeDocument extends BarcodeContent {
  country: string;
}

/** The first barcode with a known layout. */
export function parseBarcodes(barcodes: Pick<Barcode, 'bytes'>[]): BarcodeDocument | null {
  for (const { bytes } of barcodes) {
    const text = decodeText(bytes);
    for (const country of countries) {
      const content = country.parseBarcode?.(text);
      if (content) return { country: country.code, ...content };
    }
    const content = parseNorthAmericanLicence(text) ?? parseMagneticStripe(text) ?? parseSouthAfricanCard(text);
    if (content) return content;
  }
  return null;
}

/** What stands between the signs of a code; hyphens are within a number. */
export const partsOfCode = (code: string): string[] => code.toUpperCase().split(/[^A-Z0-9-]+/);

/** UTF-8 where the bytes are valid UTF-8, else Latin-1. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
