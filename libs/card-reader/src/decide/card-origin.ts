import { countryCode } from '../countries/nationalities';
import { countryByCode, headerCountry } from '../countries/identify-country';
import { isLicence } from '../countries/licences';
import { labelCountry } from '../countries/label-country';
import { numberCountry } from '../countries/number-country';
import { ownerCountry } from '../countries/owner-country';
import { languagesOfPrint } from '../countries/print-language';
import type { LabelKind, Language } from '../languages/language';
import { findLabels } from '../read/labelled-values';
import type { SideText } from '../read/read-side';
import { alphanumeric } from '../text/misread-characters';
import { namesPassport } from './document-kind';

/**
 * Whether two sides come from cards of different countries: their zones, barcodes or headers name two issuers, or one
 * prints in one language and the other in another one.
 */
export function hasDifferentOrigin(front: SideText, back: SideText): boolean {
  const [one, other] = [originOf(front, numbersOf(back)), originOf(back, numbersOf(front))];
  if (one && other) return one !== other;
  const [a, b] = [front, back].map(({ lines }) => languagesOfPrint(lines.map(({ text }) => text))) as [
    Language[],
    Language[],
  ];
  return a.length > 0 && b.length > 0 && !a.some((language) => b.includes(language));
}

/** Whether all cards of the front's country have a zone on the back, and this one has none: it may be that of any. */
export function lacksZone(front: SideText, back: SideText): boolean {
  // Licences have none.
  if (front.mrz || back.mrz || namesPassport(front) || isLicence(front.lines)) return false;
  return countryByCode(originOf(front)).hasZoneOnBack === true;
}

/** Whether backs of the front's country may be empty. */
export const mayHavePlainBack = (front: SideText): boolean => countryByCode(originOf(front)).hasPlainBack === true;

const MIN_NUMBER = 8;
const numbersOf = ({ lines }: SideText) =>
  new Set(lines.map(({ text }) => alphanumeric(text)).filter((number) => number.length >= MIN_NUMBER));

/**
 * The issuer of a side, where it is certain; null where it may be any. A number that both sides print is that of one
 * card, even if it is by chance one of another country.
 */
function originOf({ mrz, barcode, lines }: SideText, onOtherSide: Set<string> = new Set()): string | null {
  if (barcode) return barcode.country;
  if (mrz) {
    const code = countryCode(mrz.issuer);
    const isSure = mrz.checkDigits.number && mrz.checkDigits.birth && countryCode(mrz.nationality) === code;
    return isSure ? code : null;
  }
  // A nationality and a place of birth name the country of the person, not that of the card.
  const ofPerson = findLabels(lines).flatMap(({ kind, near }) => (aboutPerson.includes(kind) ? near.slice(0, 1) : []));
  const clear = lines
    .filter((line) => line.confidence >= MIN_CONFIDENCE && !ofPerson.includes(line))
    .map(({ text }) => text);
  // A check digit tells more of a number than how clearly it was read.
  const words = lines.flatMap(({ text, words: all }) => [text, ...all.map((word) => word.text)]);
  const own = words.filter((word) => !onOtherSide.has(alphanumeric(word)));
  return headerCountry(clear) ?? numberCountry(own) ?? labelCountry(clear) ?? ownerCountry(clear);
}

const MIN_CONFIDENCE = 80;
const aboutPerson: LabelKind[] = ['nationality', 'other'];
