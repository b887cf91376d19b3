import { countryCode } from '../countries/nationalities';
import { headerCountry } from '../countries/identify-country';
import { languagesOfPrint } from '../countries/print-language';
import type { SideText } from '../read/read-side';

/**
 * Whether two sides come from cards of different countries: their zones, barcodes or headers name two issuers, or one
 * prints in one language and the other in another one.
 */
export function hasDifferentOrigin(front: SideText, back: SideText): boolean {
  const [one, other] = [originOf(front), originOf(back)];
  if (one && other) return one !== other;
  const [a, b] = [front, back].map(({ lines }) => languagesOfPrint(lines.map(({ text }) => text))) as [
    string[],
    string[],
  ];
  return a.length > 0 && b.length > 0 && !a.some((language) => b.includes(language));
}

/** The issuer of a side, where it is certain; null where it may be any. */
function originOf({ mrz, barcode, lines }: SideText): string | null {
  if (barcode) return barcode.country;
  if (mrz) {
    const code = countryCode(mrz.issuer);
    const isSure = mrz.checkDigits.number && mrz.checkDigits.birth && countryCode(mrz.nationality) === code;
    return isSure ? code : null;
  }
  return headerCountry(lines.filter(({ confidence }) => confidence >= MIN_CONFIDENCE).map(({ text }) => text));
}

const MIN_CONFIDENCE = 80;
