import { type Country, hasFile } from '../countries';
import { countryCode } from '../countries/nationalities';
import type { CheckDigitName } from '../read/mrz-check-digits';
import { type Span, mrzLayouts } from '../read/mrz-layouts';
import type { MrzReading } from '../read/read-mrz';
import { AMBIGUOUS } from '../read/reread-number';
import { isSeen } from '../read/settle-mrz';
import { parseMrzDate } from '../text/dates';
import { alphanumeric } from '../text/misread-characters';
import type { FieldCandidate } from './field-candidates';

/** No check digit covers the names. */
const NAME_CONFIDENCE = 0.7;
/** No check digit covers the sex of a TD1 either, but it is one of three letters that look nothing alike. */
const SEX_CONFIDENCE = 0.7;

const NUMBER_PLACES = 9;

/** The candidates of the machine readable zone, with what its check digits prove. */
export function mrzCandidates(mrz: MrzReading, country: Country): FieldCandidate[] {
  const { checkDigits, isRepaired } = mrz;
  const isWhole = checkDigits.composite && !isRepaired;
  const gender = genderOf(mrz, country);
  const layout = mrzLayouts[mrz.kind];
  const unproven = { hasValidCheckDigit: false };
  const ofDigit = (digit: CheckDigitName) => ({
    confidence: checkDigits[digit] ? (isRepaired ? 0.75 : 0.97) : 0.4,
    isRefuted: !checkDigits[digit],
    hasValidCheckDigit: checkDigits[digit] && !isRepaired,
  });
  const nationalNumber = {
    ...ofDigit('composite'),
    span: nationalNumberSpan(mrz, country),
    value: nationalNumberOf(mrz, country),
    isRefuted: country.nationalNumber.mrzField === 'number' && !checkDigits.number,
    hasValidCheckDigit: isWhole && isNationalNumberProven(mrz, country),
  };
  const values: (Omit<FieldCandidate, 'source' | 'value'> & { value: string | null })[] = [
    hasOwnNumber(country)
      ? {
          ...ofDigit('number'),
          field: 'document_number',
          span: layout.number,
          value: wholeNumber(mrz, country),
          hasValidCheckDigit: checkDigits.number && isWhole && !AMBIGUOUS.test(mrz.number),
        }
      : { ...nationalNumber, field: 'document_number' },
    { ...ofDigit('birth'), field: 'date_birth', span: layout.birth, value: parseMrzDate(mrz.birth, 'birth') },
    { ...ofDigit('expiry'), field: 'date_due', span: layout.expiry, value: parseMrzDate(mrz.expiry, 'expiry') },
    { ...unproven, ...gender, field: 'gender', span: layout.sex },
    {
      ...unproven,
      field: 'nationality',
      span: layout.nationality,
      value: countryCode(mrz.nationality),
      confidence: nationalityConfidence(mrz),
    },
    ...nameCandidates(mrz),
    { ...nationalNumber, field: 'nin' },
    { ...unproven, field: 'doc_type', span: layout.code, value: documentTypeOf(mrz.code), confidence: 0.95 },
  ];
  return values.flatMap(({ value, ...candidate }) =>
    value ? [{ ...withoutBorrowedProof(candidate, mrz), value, source: 'mrz' as const }] : [],
  );
}

/** Where the card has no number but the person's, a zone with that in its optional data begins with a serial number. */
const hasOwnNumber = ({ documentNumberIsNationalNumber, nationalNumber: { mrzField } }: Country) =>
  !documentNumberIsNationalNumber || mrzField === undefined || mrzField === 'number';

/** Characters that no reading of the zone saw were taken from the print, or guessed: they confirm no print. */
function withoutBorrowedProof<C extends Pick<FieldCandidate, 'span' | 'isRefuted'>>(candidate: C, mrz: MrzReading): C {
  if (!candidate.span || !mrz.isRepaired) return candidate;
  const [line, from, to] = candidate.span;
  const places = Array.from({ length: to - from }, (_, i) => from + i);
  return places.every((at) => isSeen(mrz, mrz.lines, line, at)) ? candidate : { ...candidate, isRefuted: true };
}

/** Where a row is full, surnames that take most of it may have been cut so that a given name finds room. */
function nameCandidates({ kind, lastname, name, isTruncated }: MrzReading) {
  const [, from, to] = mrzLayouts[kind].names;
  const mayBeCut = isTruncated && lastname.length > (to - from) / 2;
  const unproven = { span: mrzLayouts[kind].names, confidence: NAME_CONFIDENCE, hasValidCheckDigit: false };
  return [
    { ...unproven, field: 'lastname' as const, value: lastname, isTruncated: isTruncated && !name, mayBeCut },
    { ...unproven, field: 'name' as const, value: name, isTruncated },
  ];
}

/** Most cards are given to citizens: then issuer and nationality confirm each other. */
const nationalityConfidence = ({ nationality, issuer }: MrzReading) => (nationality === issuer ? 0.85 : 0.6);

/** Some Mexican cards write H for hombre and M for mujer, others M and F: an M says nothing there. */
function genderOf({ sex, kind }: MrzReading, country: Country): { value: string | null; confidence: number } {
  const mayBeHombreMujer = country.usesHombreMujer === true && kind === 'TD1';
  if (mayBeHombreMujer && sex === 'M') return { value: null, confidence: 0 };
  if (sex === 'H') return { value: mayBeHombreMujer ? 'M' : null, confidence: SEX_CONFIDENCE };
  return { value: /[MFX]/.test(sex) ? sex : null, confidence: SEX_CONFIDENCE };
}

function nationalNumberSpan({ kind }: MrzReading, { nationalNumber: { mrzField } }: Country): Span | undefined {
  const { number, optional } = mrzLayouts[kind];
  if (mrzField === 'number') return number;
  return (mrzField === 'optional_second' && optional[1]) || optional[0];
}

/** A zone of two lines has one field for optional data. */
function nationalNumberField({ number, optional }: MrzReading, { nationalNumber: { mrzField } }: Country): string {
  if (!mrzField) return '';
  if (mrzField === 'number') return number;
  return (mrzField === 'optional_second' && optional.length > 1 ? optional[1] : optional[0]) ?? '';
}

/** Without a file of the country, what follows fillers at the very end is the check digit of an optional field. */
function nationalNumberOf(mrz: MrzReading, country: Country): string | null {
  const field = nationalNumberField(mrz, country);
  const text = (hasFile(country) ? field : field.replace(/<<\d$/, '')).replace(/</g, ' ');
  return country.nationalNumber.ofZone?.(field, mrz.birth) ?? country.nationalNumber.parse(text);
}

/** The optional data may repeat a number that is longer than its field: that has its first or its last nine places. */
function wholeNumber(mrz: MrzReading, country: Country): string {
  const person = alphanumeric(nationalNumberOf(mrz, country) ?? '');
  const isPart = person.startsWith(mrz.number) || person.endsWith(mrz.number);
  return mrz.number.length >= NUMBER_PLACES && person.length > mrz.number.length && isPart ? person : mrz.number;
}

/** The composite check digit covers the optional data and proves it, if it has no ambiguous letter. */
function isNationalNumberProven(mrz: MrzReading, country: Country): boolean {
  const number = nationalNumberOf(mrz, country);
  if (!number) return false;
  // A zone has no hyphens: in the form of an unknown country they may belong to the number.
  if (!hasFile(country)) return false;
  const hasOwnDigit = country.nationalNumber.hasValidCheckDigit(number);
  return hasOwnDigit !== false && !AMBIGUOUS.test(nationalNumberField(mrz, country));
}

const documentTypeOf = (code: string) => (code.startsWith('P') ? 'P' : 'ID');
