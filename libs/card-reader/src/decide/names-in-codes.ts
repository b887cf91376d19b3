import type { PrintedLine } from '../read/printed-line';
import type { FieldName } from '../reading';
import { editDistance, normalizeText } from '../text/normalize-text';
import { type FieldCandidate, candidatesFor } from './field-candidates';
import { namesByBarcode } from './names-by-barcode';

/** The signs that divide the parts of a code. A comma or hyphen is within an address or a name. */
const BETWEEN_PARTS = /[|;:=<>@^"\t\r\n]+/;
/** A code with fewer parts has no order that says where the other name is. */
const MIN_PARTS = 4;
/** Between two names may be the label of one. */
const MAX_DISTANCE = 2;
const MIN_LETTERS = 3;
/** The error correction of a barcode guarantees every character, but its layout is unknown. */
const CONFIDENCE = 0.95;

type NameField = 'name' | 'lastname';
const otherName: Record<NameField, NameField> = { name: 'lastname', lastname: 'name' };

/**
 * Finds the names of a card in barcodes whose layout is unknown. A part that is a name of the card is a second source
 * for it, with its accents. Where the card has the other name without a readable label, it is beside this one.
 */
export function namesInCodes(codes: string[], candidates: FieldCandidate[], lines: PrintedLine[]): FieldCandidate[] {
  const isCoded = (field: FieldName) => candidatesFor(field, candidates).some(({ source }) => source === 'barcode');
  // A part that holds all names in one text divides them no better than the print.
  const isUndivided = candidatesFor('name', candidates).some((candidate) => candidate.isUndivided);
  if (isCoded('name') || isCoded('lastname') || isUndivided) return [];
  const printed = new Set(lines.map(({ text }) => normalizeText(text)));
  return codes.flatMap((code) => {
    const parts = code.split(BETWEEN_PARTS).map((part) => part.trim().toUpperCase());
    return parts.length < MIN_PARTS ? [] : namesInParts(parts, candidates, printed);
  });
}

function namesInParts(parts: string[], candidates: FieldCandidate[], printed: Set<string>): FieldCandidate[] {
  const whole = wholeName(parts, candidates);
  if (whole.length) return whole;
  return (['name', 'lastname'] as const).flatMap((field) => {
    const known = candidatesFor(field, candidates).map(({ value }) => normalizeText(value));
    const exact = parts.findIndex((part) => known.includes(normalizeText(part)));
    const at = exact < 0 ? parts.findIndex((part) => known.some((name) => isMisread(name, part))) : exact;
    if (at < 0) return [];
    const isUnknown = candidatesFor(otherName[field], candidates).length === 0;
    const beside = isUnknown ? printedBeside(parts, at, printed) : null;
    return [asName(field, parts[at]!), ...(beside ? [asName(otherName[field], beside)] : [])];
  });
}

/** The part that is both names of the card, in either order, divided as the card divides them. */
function wholeName(parts: string[], candidates: FieldCandidate[]): FieldCandidate[] {
  const isKnown = ({ field, value }: FieldCandidate) =>
    candidatesFor(field, candidates).some((one) => normalizeText(one.value) === normalizeText(value));
  return parts.map((part) => namesByBarcode(part, candidates)).find((names) => names[0] && names.every(isKnown)) ?? [];
}

/** One letter in eight may be misread. */
const MISREAD_SHARE = 1 / 8;

function isMisread(name: string, part: string): boolean {
  const max = Math.floor(name.length * MISREAD_SHARE);
  return max > 0 && editDistance(name, normalizeText(part), max) <= max;
}

/** The only part near another one that is a line of letters on the card. */
function printedBeside(parts: string[], at: number, printed: Set<string>): string | null {
  const near = parts.filter((part, i) => {
    const isNear = i !== at && Math.abs(i - at) <= MAX_DISTANCE;
    return isNear && part.length >= MIN_LETTERS && /^[\p{L}\s'’.-]+$/u.test(part) && printed.has(normalizeText(part));
  });
  return near.length === 1 ? near[0]! : null;
}

const asName = (field: NameField, value: string): FieldCandidate => ({
  field,
  value,
  source: 'barcode',
  confidence: CONFIDENCE,
  hasValidCheckDigit: false,
});
