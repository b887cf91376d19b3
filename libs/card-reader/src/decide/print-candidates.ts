import { type Country, hasFile } from '../countries';
import { isMisspelt, nationalityOf, parseNationality } from '../countries/nationalities';
import { type Label, behindLabel, findLabels } from '../read/labelled-values';
import type { PrintedLine } from '../read/printed-line';
import type { FieldName } from '../reading';
import { parseDate, parseShortDate } from '../text/dates';
import { parseGender } from '../text/genders';
import { normalizeText } from '../text/normalize-text';
import { numberForm } from '../text/number-form';
import { CLEARLY_READ, type FieldCandidate, candidatesFor } from './field-candidates';
import { type Add, type Found, type LabelsOf, addNames } from './printed-name-candidates';
import { parseValidity, periodOf } from './printed-periods';
import { addMissingNames } from './unlabelled-names';

/** The candidates of the print, one for each field. The front has priority: a back often names the parents. */
export function printCandidates(sides: PrintedLine[][], country: Country): FieldCandidate[] {
  const candidates: FieldCandidate[] = [];
  const find = (field: FieldName) => candidatesFor(field, candidates)[0];
  const add: Add = (field, found) => {
    if (found && !find(field)) candidates.push({ field, ...found, source: 'print', hasValidCheckDigit: false });
  };
  for (const lines of sides) addLabelledValues(findLabels(lines), country, add);
  addMissingNames(sides[0] ?? [], country, { name: find('name'), lastname: find('lastname') }, add);
  if (!find('nin')) add('nin', findNumberByFormat(sides.flat(), country));
  const nin = find('nin');
  if (!nin) return candidates;
  const { value, confidence, words = [] } = nin;
  const gender = country.nationalNumber.genderOf?.(value);
  // One small letter that was badly read says less than a number that has it, too.
  const isSurer = gender && country.nationalNumber.hasValidCheckDigit(value);
  if (isSurer) removeUnclear('gender', candidates);
  if (gender) add('gender', { value: gender, confidence, words });
  if (country.documentNumberIsNationalNumber) add('document_number', { value, confidence, words });
  return candidates;
}

function removeUnclear(field: FieldName, candidates: FieldCandidate[]): void {
  const at = candidates.findIndex((one) => one.field === field && one.confidence < CLEARLY_READ);
  if (at >= 0) candidates.splice(at, 1);
}

function addLabelledValues(labels: Label[], country: Country, add: Add): void {
  const labelsOf: LabelsOf = (kind) => labels.filter((label) => label.kind === kind);
  addNames(labelsOf, country, add);
  addNumbers(labelsOf, country, add);
  for (const field of ['date_birth', 'date_issue', 'date_due'] as const)
    add(
      field,
      firstValue(labelsOf(field), (text) => parseDateOf(field, text, country)),
    );
  add(
    'date_issue',
    firstValue([...labelsOf('validity'), ...labelsOf('date_due')], (text) => periodOf(text).begin),
  );
  add('date_due', firstValue(labelsOf('validity'), parseValidity));
  add(
    'gender',
    firstValue(labelsOf('gender'), (text) => parseGender(text, country.usesHombreMujer === true)),
  );
  const nationality = firstValue(labelsOf('nationality'), (text) => parseNationality(text, country.code));
  add('nationality', withVocabularyConfidence(nationality, country));
}

const VOCABULARY_CONFIDENCE = 0.6;

/** Beside its label, the exact word for a citizen of the issuer is no chance, however uncertain its letters are. */
function withVocabularyConfidence(found: Found, { code }: Country): Found {
  if (!found || found.value !== code) return found;
  const texts = found.words.map(({ text }) => normalizeText(text));
  const isExact = texts.some((text) => text.length >= 3 && nationalityOf(text) === code && !isMisspelt(text));
  return isExact ? { ...found, confidence: Math.max(found.confidence, VOCABULARY_CONFIDENCE) } : found;
}

/** The United States and their territories write the month first. */
const monthFirst = ['USA', 'PRI', 'GUM', 'VIR', 'ASM', 'MNP'];

function parseDateOf(field: FieldName, text: string, { code }: Country): string | null {
  const end = field === 'date_due' ? periodOf(text).end : null;
  if (end !== null) return end;
  const isMonthFirst = monthFirst.includes(code);
  const inOrder = isMonthFirst ? text.replace(/\b(\d{2})([/-])(\d{2})\2(?=\d{4}\b)/, '$3$2$1$2') : text;
  return parseDate(inOrder) ?? parseShortDate(inOrder, field === 'date_due');
}

/** The first label with a value that can be parsed. */
function firstValue(labels: Label[], parse: (text: string) => string | null): Found {
  for (const label of labels) {
    const { inlineValue, line, near } = label;
    const inline = inlineValue ? parse(inlineValue) : null;
    if (inline) return { value: inline, confidence: behindLabel(label).confidence / 100, words: line.words };
    for (const nearLine of near) {
      const value = parse(nearLine.text);
      if (value) return { value, confidence: nearLine.confidence / 100, words: nearLine.words };
    }
  }
  return null;
}

function addNumbers(labelsOf: LabelsOf, country: Country, add: Add): void {
  const { parse } = country.nationalNumber;
  const parseCardNumber = (text: string) => parseDocumentNumber(text, country);
  add('nin', withFormatConfidence(firstValue(labelsOf('nin'), parse), country));
  if (country.documentLabelIsNationalNumber)
    add('nin', withFormatConfidence(firstValue(labelsOf('document_number'), parse), country));
  // The number that a state gives to its drivers stands for the person and for the licence; field 5 is that of a print.
  else if (monthFirst.includes(country.code)) add('document_number', firstValue(labelsOf('nin'), parseCardNumber));
  else add('document_number', firstValue(labelsOf('document_number'), parseCardNumber));
}

const DISTINCTIVE_FORMAT_CONFIDENCE = 0.75;
const CHECK_DIGIT_CONFIDENCE = 0.9;

/** Raises the confidence of a number with a right check digit or a distinctive format. */
function withFormatConfidence(found: Found, { nationalNumber }: Country): Found {
  if (!found) return null;
  const isValid = nationalNumber.hasValidCheckDigit(found.value);
  const min = isValid ? CHECK_DIGIT_CONFIDENCE : nationalNumber.isDistinctive ? DISTINCTIVE_FORMAT_CONFIDENCE : 0;
  return { ...found, confidence: Math.max(found.confidence, min) };
}

const MIN_DIGIT_SHARE = 0.4;
const WORD = /(^|\s)\p{L}{4,}(\s|$)/u;

/** Hyphens belong to the number as far as it is known; the file of a country knows better. */
function parseDocumentNumber(text: string, country: Country): string | null {
  const printed = numberForm(text);
  const { length } = printed.replace(/-/g, '');
  const digits = printed.replace(/\D/g, '').length;
  const isNumber = digits >= 3 && digits >= length * MIN_DIGIT_SHARE;
  if (length < 5 || length > 16 || !isNumber || WORD.test(text) || parseDate(text) !== null) return null;
  return hasFile(country) ? printed.replace(/-/g, '') : printed;
}

/** A national number without a label, identified by its format or check digit. */
function findNumberByFormat(lines: PrintedLine[], country: Country): Found {
  const { parse, isDistinctive, hasValidCheckDigit } = country.nationalNumber;
  const isNumber = (value: string) => isDistinctive === true || hasValidCheckDigit(value) === true;
  for (const line of lines) {
    for (const text of [line.text, ...line.words.map((word) => word.text)]) {
      const value = parse(text);
      const found = { confidence: line.confidence / 100, words: line.words };
      if (value && isNumber(value)) return withFormatConfidence({ ...found, value }, country);
      const within = country.numberWithin?.(text);
      if (within) return { ...found, value: within };
    }
  }
  return null;
}
