import { type Country, countries } from '../countries';
import { parseNationality } from '../countries/nationalities';
import { isLicence } from '../countries/licences';
import type { LabelKind } from '../countries/shared-labels';
import { type Label, findLabels } from '../read/labelled-values';
import { labelKindOf } from '../read/labels';
import { joinNames, parseName } from '../read/printed-names';
import type { PrintedLine } from '../read/read-line';
import type { Word } from '../read/text-engine';
import type { FieldName } from '../reading';
import { parseDate, parseShortDate } from '../text/dates';
import { parseGender } from '../text/genders';
import { numberForm } from '../text/number-form';
import { type FieldCandidate, candidatesFor } from './field-candidates';

const CLEARLY_READ = 85;

type Found = { value: string; confidence: number; words: Word[] } | null;
type Add = (field: FieldName, found: Found) => void;
type LabelsOf = (kind: LabelKind) => Label[];

/** The candidates of the print, one for each field. The front has priority: a back often names the parents. */
export function printCandidates(sides: PrintedLine[][], country: Country): FieldCandidate[] {
  const candidates: FieldCandidate[] = [];
  const find = (field: FieldName) => candidatesFor(field, candidates)[0];
  const add: Add = (field, found) => {
    if (found && !find(field)) candidates.push({ field, ...found, source: 'print', hasValidCheckDigit: false });
  };
  for (const lines of sides) addLabelledValues(findLabels(lines), country, add);
  if (!find('name') && !find('lastname')) addUnlabelledName(sides[0] ?? [], add);
  if (!find('nin')) add('nin', findNumberByFormat(sides.flat(), country));
  const nin = find('nin');
  if (!nin) return candidates;
  const gender = country.nationalNumber.genderOf?.(nin.value);
  const { value, confidence, words = [] } = nin;
  if (gender) add('gender', { value: gender, confidence, words });
  if (country.documentNumberIsNationalNumber) add('document_number', { value, confidence, words });
  return candidates;
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
  add('date_due', firstValue(labelsOf('validity'), parseValidity));
  add(
    'gender',
    firstValue(labelsOf('gender'), (text) => parseGender(text, country.usesHombreMujer === true)),
  );
  add('nationality', firstValue(labelsOf('nationality'), parseNationality));
}

/** The United States and their territories write the month first. */
const monthFirst = ['USA', 'PRI', 'GUM', 'VIR', 'ASM', 'MNP'];

function parseDateOf(field: FieldName, text: string, { code }: Country): string | null {
  const isMonthFirst = monthFirst.includes(code);
  const inOrder = isMonthFirst ? text.replace(/\b(\d{2})([/-])(\d{2})\2(?=\d{4}\b)/, '$3$2$1$2') : text;
  return parseDate(inOrder) ?? parseShortDate(inOrder, field === 'date_due');
}

/** The first label with a value that can be parsed. */
function firstValue(labels: Label[], parse: (text: string) => string | null): Found {
  for (const { inlineValue, line, near } of labels) {
    const inline = inlineValue ? parse(inlineValue) : null;
    if (inline) return { value: inline, confidence: line.confidence / 100, words: line.words };
    for (const nearLine of near) {
      const value = parse(nearLine.text);
      if (value) return { value, confidence: nearLine.confidence / 100, words: nearLine.words };
    }
  }
  return null;
}

/** A card that prints years only is valid until the end of the last one. */
function parseValidity(text: string): string | null {
  const years = /(?:^|\D)(?:20\d\d)\D+(20\d\d)(?:\D|$)/.exec(text);
  return parseDate(text) ?? (years ? `31/12/${years[1]}` : null);
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

/** Hyphens belong to the number as far as it is known; the file of a country knows better. */
function parseDocumentNumber(text: string, { code }: Country): string | null {
  const printed = numberForm(text);
  const { length } = printed.replace(/-/g, '');
  const digits = printed.replace(/\D/g, '').length;
  if (length < 5 || length > 16 || digits < 3 || digits < length / 2 || parseDate(text) !== null) return null;
  return countries.some((country) => country.code === code) ? printed.replace(/-/g, '') : printed;
}

/** A national number without a label, identified by its format or check digit. */
function findNumberByFormat(lines: PrintedLine[], country: Country): Found {
  const { parse, isDistinctive, hasValidCheckDigit } = country.nationalNumber;
  for (const line of lines) {
    for (const text of [line.text, ...line.words.map((word) => word.text)]) {
      const value = parse(text);
      if (value && (isDistinctive || hasValidCheckDigit(value)))
        return withFormatConfidence({ value, confidence: line.confidence / 100, words: line.words }, country);
    }
  }
  return null;
}

function addNames(labelsOf: LabelsOf, country: Country, add: Add): void {
  const first = parseBlock(labelsOf('lastname_first')[0]);
  const second = parseBlock(labelsOf('lastname_second')[0]);
  add('lastname', joinNames([first, second]));
  addAroundComma(labelsOf('lastname')[0], add);
  add('lastname', parseBlock(labelsOf('lastname')[0]));
  const isSplitByCase = valueOf(labelsOf('name')[0]).some((line) => splitByCase(line) !== null);
  const nameIsFullName = (country.fullNameOrder || isSplitByCase) && !labelsOf('lastname').length;
  const fullName = labelsOf('fullname')[0] ?? (nameIsFullName ? labelsOf('name')[0] : undefined);
  if (fullName) addFullName(fullName, country.fullNameOrder, add);
  else add('name', parseBlock(labelsOf('name')[0]));
}

/** A comma at the end of a line separates the surname from the given names below it, whatever the label says. */
function addAroundComma(label: Label | undefined, add: Add): void {
  const [first, ...others] = label?.block ?? [];
  if (!first?.text.endsWith(',')) return;
  add('lastname', parseName(first));
  add('name', joinNames(others.map(parseName)));
}

function parseBlock(label: Label | undefined): Found {
  if (!label) return null;
  const names: Found[] = [];
  for (const line of valueOf(label)) {
    const name = parseName(line);
    if (!name) break;
    names.push(name);
  }
  return joinNames(names);
}

/** What stands below or above the label, else beside it. */
const valueOf = (label: Label | undefined) => (label?.block.length ? label.block : (label?.near.slice(0, 1) ?? []));

/** A surname in capitals beside given names in small letters, in either order. */
function splitByCase(line: PrintedLine): { lastname: Found; name: Found } | null {
  const words = line.words.filter(({ text }) => /\p{L}/u.test(text));
  const isCapital = words.map(({ text }) => /^\P{L}*\p{Lu}[\p{Lu}'’-]{2,}\P{L}*$/u.test(text));
  const changes = isCapital.filter((one, i) => i > 0 && one !== isCapital[i - 1]).length;
  const areNames = words.every(({ text }, i) => isCapital[i] || /^\p{Lu}\p{Ll}[\p{L}'’-]*$/u.test(text));
  if (changes !== 1 || !areNames) return null;
  const part = (capital: boolean) => parseName({ ...line, words: words.filter((_, i) => isCapital[i] === capital) });
  return { lastname: part(true), name: part(false) };
}

/** A line that begins with the number of a field. */
const NUMBERED = /^\W*[1-9][a-d]?[.,]?\s+\p{L}/iu;

/** A licence without numbers of fields may print the name without a label. */
function addUnlabelledName(lines: PrintedLine[], add: Add): void {
  if (lines.filter(({ text }) => NUMBERED.test(text)).length > 2) return;
  const isName = (line: PrintedLine) => line.confidence >= CLEARLY_READ && labelKindOf(line.text) === null;
  const names = isLicence(lines)
    ? lines
        .filter(isName)
        .map(splitByCase)
        .filter((name) => name !== null)
    : [];
  if (names.length === 1) addParts(names[0]!, add);
}

function addParts({ lastname, name }: { lastname: Found; name: Found }, add: Add): void {
  add('lastname', lastname);
  add('name', name);
}

/** One label above all names: each surname has its own line, the given names have the last one. */
function addFullName(label: Label, order: Country['fullNameOrder'], add: Add): void {
  const names = valueOf(label)
    .map(parseName)
    .filter((name) => name !== null);
  const byCase = names.length === 1 ? splitByCase(valueOf(label)[0]!) : null;
  if (byCase) addParts(byCase, add);
  else if (names.length >= 2 && order !== 'names_first') {
    add('lastname', joinNames(names.slice(0, -1)));
    add('name', names.at(-1)!);
  } else if (order === undefined) {
    // Which part is the surname is unknown, or there is none.
    add('name', joinNames(names));
  } else if (names.length === 1 && order === 'names_first') {
    const [given = '', ...rest] = names[0]!.value.split(' ');
    // With more than two words, the boundary between given names and surnames is unknown.
    const confidence = rest.length === 1 ? names[0]!.confidence : Math.min(0.5, names[0]!.confidence);
    const { words } = names[0]!;
    add('name', { value: given, confidence, words });
    if (rest.length) add('lastname', { value: rest.join(' '), confidence, words });
  }
}
