import type { Country } from '../countries';
import { isLicence } from '../countries/licences';
import { nationalityOf } from '../countries/nationalities';
import { type CodedNames, findNamesByMrz } from '../read/names-by-mrz';
import { type PrintedName } from '../read/printed-names';
import type { PrintedLine } from '../read/read-line';
import type { SideText } from '../read/read-side';
import type { CardPrint } from '../read/reread-print';
import type { Source } from '../reading';
import { parseGender } from '../text/genders';
import { normalizeText } from '../text/normalize-text';
import { umlautsOf } from '../text/umlauts';
import type { FieldCandidate } from './field-candidates';
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
  const coded = [...from('mrz', back.mrz ? ofBack : ofFront), ...from('barcode', front.barcode ? ofFront : ofBack)];
  const printed = numbersByZone(cardPrintCandidates(print, country, mrz ?? namesOf(coded)), mrz);
  const card = [
    ...coded,
    ...namedAsCoded(printed, coded).map((candidate) => ({
      ...candidate,
      mayLackMarks: print.language === null || candidate.words?.some((word) => print.mayLackMarks.has(word)) === true,
    })),
    ...impliedCandidates([...front.lines, ...back.lines], country),
  ];
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
    const printed = found.map((names): PrintedName | null => names[field]).find((name) => name !== null);
    return printed ? [{ field, ...printed, source: 'print', hasValidCheckDigit: false }] : [];
  });
  const isFound = ({ field }: FieldCandidate) => names.some((name) => name.field === field);
  return [...labelled.filter((one) => !isFound(one) && !isUnderOtherLabel(one, mrz)), ...names];
}

/** Whether the zone knows the surnames of a label as given names, or the reverse. */
function isUnderOtherLabel({ field, value }: FieldCandidate, { name, lastname }: CodedNames): boolean {
  const [own, other] = field === 'name' ? [name, lastname] : [lastname, name];
  if (field !== 'name' && field !== 'lastname') return false;
  return normalizeText(value) === other && other !== own;
}

const UNLABELLED_CONFIDENCE = 0.6;
/** What makes the holder a citizen, or the religion: SALVADOREÑO POR NACIMIENTO, WARGANEGARA ISLAM. */
const BEHIND_NATIONALITY = / (?:POR\b.*|ISLAM)$/;
const CLEARLY_READ = 85;
const MIN_GENDER_LENGTH = 5;

/** What a card says without a label: the type of document, the nationality of citizens, a gender that is a word. */
function impliedCandidates(lines: PrintedLine[], country: Country): FieldCandidate[] {
  const texts = lines.map(({ text }) => normalizeText(text));
  const isPassport = texts.some((text) => /\b(PASAPORTE|PASSPORT|PASSAPORTE)\b/.test(text));
  const isCard = texts.some((text) =>
    /\b(IDENTIDAD|IDENTITY|IDENTIFICATION|IDENTIDADE|IDENTITE|CEDULA|CIUDADANIA|KARTU TANDA|KAD PENGENALAN|RESIDENCE CARD)\b/.test(
      text,
    ),
  );
  const implied = { source: 'print', hasValidCheckDigit: false } as const;
  const candidates: FieldCandidate[] = [];
  const kind = isPassport ? 'P' : isLicence(lines) ? 'DL' : isCard || country.code !== '' ? 'ID' : null;
  const isNamed = isPassport || isCard || kind === 'DL';
  if (kind)
    candidates.push({ ...implied, field: 'doc_type', value: kind, confidence: isNamed ? 0.8 : UNLABELLED_CONFIDENCE });
  if (country.isForCitizensOnly)
    candidates.push({ ...implied, field: 'nationality', value: country.code, confidence: 0.85 });
  else if (
    texts.some((text) => text.length > 4 && nationalityOf(text.replace(BEHIND_NATIONALITY, '')) === country.code)
  )
    candidates.push({ ...implied, field: 'nationality', value: country.code, confidence: UNLABELLED_CONFIDENCE });
  const genders = new Set(lines.map(unlabelledGender).filter((gender) => gender !== null));
  if (genders.size === 1)
    candidates.push({ ...implied, field: 'gender', value: [...genders][0]!, confidence: UNLABELLED_CONFIDENCE });
  return candidates;
}

/** A line that is nothing but a word for a gender, or that behind a slash; a short one may be a name. */
function unlabelledGender({ text, words, confidence }: PrintedLine): string | null {
  if (confidence >= CLEARLY_READ && text.length >= MIN_GENDER_LENGTH) return parseGender(text, false);
  // What stands before the slash may be in another script.
  const [before, behind, another] = words;
  const isTranslated = before?.text.endsWith('/') && behind && !another && behind.confidence >= CLEARLY_READ;
  return isTranslated ? parseGender(behind.text, false) : null;
}
