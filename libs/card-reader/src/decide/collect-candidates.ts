import type { Country } from '../countries';
import { type CodedNames, findNamesByMrz } from '../read/names-by-mrz';
import { type PrintedName } from '../read/printed-names';
import type { SideText } from '../read/read-side';
import type { CardPrint } from '../read/reread-print';
import type { Source } from '../reading';
import { countMarks, normalizeText } from '../text/normalize-text';
import { umlautsOf } from '../text/umlauts';
import { CLEARLY_READ, type FieldCandidate } from './field-candidates';
import { impliedCandidates } from './implied-candidates';
import { namesByBarcode } from './names-by-barcode';
import { namesInCodes } from './names-in-codes';
import { numbersByZone } from './numbers-by-zone';
import { numbersInCodes } from './numbers-in-codes';
import { namedAsCoded } from './other-number';
import { printCandidates } from './print-candidates';
import { type SideCandidates, sideCandidates } from './side-candidates';

export interface CardCandidates {
  /** What the sources of the whole card say. */
  card: FieldCandidate[];
  /** What each side says alone, front first. */
  sides: [SideCandidates, SideCandidates];
}

/** The candidates for all fields. Where both sides have an MRZ, the back's counts; with two barcodes, the front's. */
export function collectCandidates(front: SideText, back: SideText, print: CardPrint, country: Country): CardCandidates {
  const [ofFront, ofBack] = [sideCandidates(front, country), sideCandidates(back, country)];
  const mrz = back.mrz ?? front.mrz;
  const inCode = [...from('mrz', back.mrz ? ofBack : ofFront), ...from('barcode', front.barcode ? ofFront : ofBack)];
  const printed = numbersByZone(cardPrintCandidates(print, country, mrz ?? namesOf(inCode)), mrz);
  const coded = inCode.map((one) =>
    printed.some((other) => hasSecondSurname(other, one)) ? { ...one, isTruncated: true } : one,
  );
  const said = [
    ...coded,
    ...namedAsCoded(printed, coded).map((candidate) => ({
      ...candidate,
      mayLackMarks: print.language === null || candidate.words?.some((word) => print.mayLackMarks.has(word)) === true,
    })),
  ];
  const card = [...said, ...impliedCandidates([...front.lines, ...back.lines], country, said)];
  const fullName = (front.barcode ?? back.barcode)?.fullName;
  const named = fullName ? [...card, ...namesByBarcode(fullName, card)] : card;
  const codes = [...front.codes, ...back.codes];
  const inCodes = [...numbersInCodes(codes, named), ...namesInCodes(codes, named, print.withNames.flat())];
  return { card: [...named, ...inCodes], sides: [ofFront, ofBack] };
}

const from = (source: Source, { coded }: SideCandidates) => coded.filter((candidate) => candidate.source === source);

/** The names of a barcode, in the letters of a zone; null if it does not have both. */
function namesOf(coded: FieldCandidate[]): CodedNames | null {
  const [name, lastname] = (['name', 'lastname'] as const).map((field) =>
    normalizeText(coded.find((candidate) => candidate.field === field)?.value ?? ''),
  );
  return name && lastname ? { name, lastname, isTruncated: false } : null;
}

/** Labels tell the meaning of the print; for names, the letters of zone or barcode are better evidence than labels. */
function cardPrintCandidates(print: CardPrint, country: Country, mrz: CodedNames | null): FieldCandidate[] {
  const sides = print.withNames;
  const areUnknown = print.language === null;
  const hasUmlauts = [print.language, country.language].includes('deu') || areUnknown;
  const marks = { hasUmlauts, spelt: umlautsOf(country.code), areUnknown };
  const labelled = printCandidates(sides, country);
  if (!mrz) return labelled;
  const found = sides.map((lines) => findNamesByMrz(mrz, lines, marks));
  const names = (['name', 'lastname'] as const).flatMap((field): FieldCandidate[] => {
    const printed = withMostMarks(
      found.map((names): PrintedName | null => names[field]).filter((name) => name !== null),
    );
    if (!printed) return [];
    const isCut = labelled.some(
      (one) =>
        (hasSecondSurname(one, { field, value: mrz[field] }) && !endsWithName(one.value, mrz.name)) ||
        hasMoreWords(one, { field, value: printed.value }, mrz),
    );
    return isCut ? [] : [{ field, ...printed, source: 'print', hasValidCheckDigit: false }];
  });
  const isFound = ({ field }: FieldCandidate) => names.some((name) => name.field === field);
  return [...labelled.filter((one) => !isFound(one) && !isUnderOtherLabel(one, mrz)), ...names];
}

/** Some zones hold the first of two surnames; the print announces each by a label. */
const hasSecondSurname = (
  printed: FieldCandidate,
  { field, value }: Pick<FieldCandidate, 'field' | 'value'>,
): boolean => printed.field === field && printed.isOfTwoLabels === true && wordsBehind(value, printed.value).length > 0;

/** Whether a name goes on, in a next line perhaps, where a full row of the zone had no room for more of it. */
function hasMoreWords(
  printed: FieldCandidate,
  { field, value }: { field: 'name' | 'lastname'; value: string },
  { name, lastname, isTruncated }: CodedNames,
): boolean {
  if (!isTruncated || printed.field !== field) return false;
  const more = wordsBehind(value, printed.value);
  const ofOther = normalizeText(field === 'lastname' ? name : lastname).split(' ')[0]!;
  const isClear = field === 'lastname' || printed.confidence >= CLEARLY_READ;
  return isClear && more.length > 0 && !more.some((word) => word.startsWith(ofOther));
}

/** The words with which a name goes on behind another one; none if it does not begin so. */
function wordsBehind(start: string, name: string): string[] {
  const [before, whole] = [normalizeText(start), normalizeText(name)];
  return whole.startsWith(`${before} `) ? whole.slice(before.length).trim().split(' ') : [];
}

/** Where the place of the second surname is empty, the given names below it may have been taken for it. */
const endsWithName = (lastname: string, name: string): boolean =>
  normalizeText(lastname).endsWith(` ${normalizeText(name)}`);

/** The first of a name's printed forms, or one that was clearly read with marks that the first one lacks. */
function withMostMarks([first, ...others]: PrintedName[]): PrintedName | undefined {
  const hasMore = ({ value, confidence }: PrintedName) =>
    confidence >= CLEARLY_READ &&
    normalizeText(value) === normalizeText(first!.value) &&
    countMarks(value) > countMarks(first!.value);
  return others.find(hasMore) ?? first;
}

/** Whether the zone knows the surnames of a label as given names, or the reverse. */
function isUnderOtherLabel({ field, value }: FieldCandidate, { name, lastname }: CodedNames): boolean {
  const [own, other] = field === 'name' ? [name, lastname] : [lastname, name];
  if (field !== 'name' && field !== 'lastname') return false;
  return normalizeText(value) === other && other !== own;
}
