import type { Country } from '../countries';
import { alphanumeric } from '../text/misread-characters';
import { differences } from '../text/normalize-text';
import { areAllRight, documentNumberOf, sliceSpan } from './mrz-check-digits';
import { mrzLayouts } from './mrz-layouts';
import { parseMrz } from './parse-mrz';
import type { MrzReading } from './read-mrz';
import { replaceLongNumber, replaceSpan } from './replace-number';

/**
 * Fits the numbers to their form in the country, as dates are fitted to digits, if then all check digits are right: two
 * Z read as 7 may leave that of the document number right.
 */
export function fitToCountry(mrz: MrzReading, country: Country): MrzReading {
  if (areAllRight(mrz.lines, mrz)) return mrz;
  const byNumber = withDocumentNumber(mrz, country);
  const both = byNumber && withNationalNumber({ ...mrz, lines: byNumber }, country);
  const fitted = [byNumber, withNationalNumber(mrz, country), both];
  const lines = fitted.find((text) => text !== null && areAllRight(text, mrz));
  if (lines) return { ...mrz, ...parseMrz(lines, mrz.kind), lines, alternatives: [] };
  const byZ = country.correctDocumentNumber ? withZ(mrz) : undefined;
  return byZ ? { ...mrz, ...parseMrz(byZ, mrz.kind), lines: byZ, isRepaired: true, alternatives: [] } : mrz;
}

/**
 * The only text in which a Z stands for the 7 that it was read as. Of all exchanges in numbers with letters this is the
 * most frequent one, but no reading saw the Z: it proves nothing.
 */
function withZ({ lines, kind, alternatives }: MrzReading): string[] | undefined {
  const own = documentNumberOf(lines, kind).number;
  const found = alternatives.filter((text) => {
    const { number } = documentNumberOf(text, kind);
    const at = [...number].findIndex((letter, i) => letter !== own[i]);
    return differences(text.join(), lines.join()) === 1 && own[at] === '7' && number[at] === 'Z';
  });
  return found.length === 1 ? found[0] : undefined;
}

function withDocumentNumber({ lines, kind }: MrzReading, { correctDocumentNumber: correct }: Country): string[] | null {
  const { number } = documentNumberOf(lines, kind);
  const fitted = correct?.(number);
  return fitted?.length === number.length ? replaceLongNumber(lines, kind, fitted) : null;
}

/** A national number has no check digit of its own in the zone: that of its country must be right. */
function withNationalNumber({ lines, kind }: MrzReading, { nationalNumber }: Country): string[] | null {
  const { mrzField, parse, hasValidCheckDigit } = nationalNumber;
  const { optional } = mrzLayouts[kind];
  const isOptional = mrzField === 'optional_first' || mrzField === 'optional_second';
  const span = isOptional ? (mrzField === 'optional_second' && optional[1]) || optional[0] : undefined;
  const number = span ? parse(sliceSpan(lines, span).replace(/</g, ' ')) : null;
  if (!span || !number || hasValidCheckDigit(number) !== true) return null;
  return replaceSpan(lines, span, alphanumeric(number));
}
