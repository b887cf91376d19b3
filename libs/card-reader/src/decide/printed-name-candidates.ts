import type { Country } from '../countries';
import type { LabelKind } from '../languages/language';
import type { Label } from '../read/labelled-values';
import { type PrintedName, joinNames, parseName } from '../read/printed-names';
import type { PrintedLine } from '../read/printed-line';
import { isTitle } from '../read/titles';
import type { Word } from '../read/text-engine';
import type { FieldName } from '../reading';
import { hasOneName } from './undivided-names';

export type Found = {
  value: string;
  confidence: number;
  words: Word[];
  isUndivided?: boolean;
  isOfTwoLabels?: boolean;
} | null;
export type Add = (field: FieldName, found: Found) => void;
export type LabelsOf = (kind: LabelKind) => Label[];

/** The names that labels announce. */
export function addNames(labelsOf: LabelsOf, country: Country, add: Add): void {
  addSurnames(parseBlock(labelsOf('lastname_first')[0]), parseBlock(labelsOf('lastname_second')[0]), add);
  const [name] = [...labelsOf('name'), ...labelsOf('lastname').filter(isPlainName)];
  const [lastname] = labelsOf('lastname').filter((label) => label !== name);
  const isDivided = addAroundComma(lastname ?? labelsOf('fullname')[0] ?? name, add);
  if (isDivided && !lastname) return;
  add('lastname', parseBlock(lastname));
  const isSplitByCase = valueOf(name).some((line) => splitByCase(line) !== null);
  // Elsewhere a label of its own announces a full name: Nome completo.
  const isFullName = (country.fullNameOrder || isSplitByCase || hasOneName(country)) && !lastname;
  const fullName = labelsOf('fullname')[0] ?? (isFullName ? name : undefined);
  if (fullName) addFullName(fullName, country.fullNameOrder, add);
  else add('name', joinNames([parseBlock(name), parseBlock(labelsOf('name_middle')[0])]));
}

function addSurnames(first: Found, second: Found, add: Add): void {
  const both = joinNames([first, second]);
  add('lastname', both && { ...both, isOfTwoLabels: first !== null && second !== null });
}

/** `Name` is the surname of a German card, but only if another label announces the given names. */
const isPlainName = ({ line }: Label) => /^\W*NAME\b(?!\W+\p{L}+\W*$)/iu.test(line.text);

/** A comma at the end of a line separates the surname from the given names below it, whatever the label says. */
function addAroundComma(label: Label | undefined, add: Add): boolean {
  const [first, ...others] = label?.block ?? [];
  if (!first?.text.endsWith(',') || others.length === 0) return false;
  add('lastname', parseName(first));
  add('name', joinNames(others.map(parseName)));
  return true;
}

function parseBlock(label: Label | undefined): Found {
  const names: Found[] = [];
  for (const line of valueOf(label)) {
    const name = parseName(line);
    if (!name) break;
    names.push(name);
  }
  // What stands in the column of the label may be a number, with the name beside the label.
  const nearest = label?.near.find(isNoTitle);
  return joinNames(names) ?? (nearest ? parseName(nearest) : null);
}

/** What stands below or above the label, else beside it. Above the first label may be the title of the card. */
function valueOf(label: Label | undefined): PrintedLine[] {
  const block = label?.block.filter(isNoTitle) ?? [];
  return block.length > 0 ? block : (label?.near.filter(isNoTitle).slice(0, 1) ?? []);
}

const isNoTitle = ({ text }: PrintedLine) => !isTitle(text);

/** A name in small letters, or a particle between such names: Jean de Dieu. */
const SMALL_NAME = /^(?:\p{Lu}\p{Ll}[\p{L}'-]*|d[aeiou]|del|d[ao]s|la|van|von|der|den|y|e)$/u;

/** A surname in capitals beside given names in small letters, in either order. */
export function splitByCase(line: PrintedLine): { lastname: Found; name: Found } | null {
  const words = line.words.filter(({ text }) => /\p{L}/u.test(text));
  const isCapital = words.map(({ text }) => /^\P{L}*\p{Lu}[\p{Lu}'-]{2,}\P{L}*$/u.test(text));
  const changes = isCapital.filter((one, i) => i > 0 && one !== isCapital[i - 1]).length;
  const areNames = words.every(({ text }, i) => isCapital[i] || SMALL_NAME.test(text));
  if (changes !== 1 || !areNames) return null;
  const part = (capital: boolean) => parseName({ ...line, words: words.filter((_, i) => isCapital[i] === capital) });
  return { lastname: part(true), name: part(false) };
}

export function addParts({ lastname, name }: { lastname: Found; name: Found }, add: Add): void {
  add('lastname', lastname);
  add('name', name);
}

/** One label above all names: each surname has its own line, the given names have the last one. */
function addFullName(label: Label, order: Country['fullNameOrder'], add: Add): void {
  const lines = valueOf(label);
  const names = lines.map(parseName).filter((name) => name !== null);
  const [line] = lines;
  const divided = line && names.length === 1 ? (splitByCase(line) ?? splitAtComma(line)) : null;
  if (divided) addParts(divided, add);
  else if (names.length >= 2 && (order === undefined || order === 'lastnames_first')) {
    add('lastname', joinNames(names.slice(0, -1)));
    add('name', names.at(-1)!);
  } else if (order === undefined) {
    add('name', asUndivided(joinNames(names)));
  } else if (names.length === 1 && order === 'names_first') addParts(splitAtSurnames(names[0]!), add);
}

export const asUndivided = (name: Found): Found => name && { ...name, isUndivided: true };

/** A surname before a comma, given names behind it. */
function splitAtComma(line: PrintedLine): { lastname: Found; name: Found } | null {
  const at = line.words.findIndex(({ text }) => text.endsWith(',')) + 1;
  const [lastname, name] = [line.words.slice(0, at), line.words.slice(at)].map((words) =>
    parseName({ ...line, words }),
  );
  return lastname && name ? { lastname, name } : null;
}

/** Particles belong to the word behind them. */
const BETWEEN_NAMES = /(?<!\b(?:DE|DEL|LA|LAS|LOS|DA|DO|DAS|DOS|Y|E)) /u;

/** Given names before one surname or two; how many given names there are is unknown. */
function splitAtSurnames({ value, confidence, words }: PrintedName) {
  const parts = value.split(BETWEEN_NAMES);
  const at = parts.length > 3 ? parts.length - 2 : 1;
  const isSure = parts.length <= 2;
  const found = (some: string[]): Found =>
    some.length ? { value: some.join(' '), confidence: isSure ? confidence : Math.min(0.5, confidence), words } : null;
  return { name: found(parts.slice(0, at)), lastname: found(parts.slice(at)) };
}
