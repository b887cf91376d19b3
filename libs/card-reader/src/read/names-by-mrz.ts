import { normalizeText } from '../text/normalize-text';
import { restoreUmlauts, speltOut } from '../text/umlauts';
import type { PrintedName } from './printed-names';
import type { PrintedLine } from './read-line';
import type { MrzReading } from './read-mrz';
import type { Word } from './text-engine';

/**
 * Finds the names of the MRZ in the print by their letters, whatever labels are near: with accents, and with the end
 * that the MRZ truncated. Null where a word of the name is not printed as in the MRZ.
 */
export function findNamesByMrz(
  mrz: MrzReading,
  lines: PrintedLine[],
  hasUmlauts = false,
): { name: PrintedName | null; lastname: PrintedName | null } {
  const lastname = findName(mrz.lastname, mrz.isTruncated && !mrz.name, lines, hasUmlauts);
  // A given name may also be a surname: its words are those that the surnames left.
  const others = lastname ? lines.map((line) => withoutWords(line, lastname.words)) : lines;
  const name = findName(mrz.name, mrz.isTruncated, others, hasUmlauts);
  return { name, lastname };
}

const withoutWords = (line: PrintedLine, words: Word[]): PrintedLine => ({
  ...line,
  words: line.words.filter((word) => !words.includes(word)),
});

function findName(text: string, isTruncated: boolean, lines: PrintedLine[], hasUmlauts: boolean): PrintedName | null {
  const wanted = text.split(' ').filter(Boolean);
  if (!wanted.length) return null;
  // A name is in one line, or in lines below one another. A line with the whole name is the better source.
  const groups = [...lines.map((line) => [line]), ...columns(lines)].map((group) =>
    group.flatMap(({ words }) => words),
  );
  const name = { wanted, isTruncated, hasUmlauts };
  const find = (isMatch: Match) => firstFound(groups, (words) => findSequence(words, name, isMatch));
  return find(isSame) ?? find(looksAlike);
}

function firstFound<T, R>(all: T[], find: (one: T) => R | null): R | null {
  for (const one of all) {
    const found = find(one);
    if (found !== null) return found;
  }
  return null;
}

/** Two or three neighbouring lines with the same left edge. */
function columns(lines: PrintedLine[]): PrintedLine[][] {
  return lines.flatMap((first) => {
    const second = lineBelow(first, lines);
    const third = second && lineBelow(second, lines);
    return second ? [[first, second], ...(third ? [[first, second, third]] : [])] : [];
  });
}

/** The nearest line below that could belong to the same name; there may be labels between them. */
function lineBelow(line: PrintedLine, lines: PrintedLine[]): PrintedLine | undefined {
  const { box } = line;
  const near = lines.filter(
    ({ box: other }) =>
      Math.abs(other.x - box.x) < box.height * 1.5 &&
      other.y > box.y + box.height * 0.7 &&
      other.y < box.y + box.height * 4.5 &&
      other.height > box.height * 0.75,
  );
  return near.sort((a, b) => a.box.y - b.box.y)[0];
}

/** The printed words that match the wanted ones, adjacent and in the same order. */
function findSequence(words: Word[], name: NameInMrz, isMatch: Match): PrintedName | null {
  const { wanted, isTruncated, hasUmlauts } = name;
  for (let from = 0; from + wanted.length <= words.length; from++) {
    const used = words.slice(from, from + wanted.length);
    const matches = used.every((word, i) => {
      const printed = normalizeText(word.text).replace(/ /g, '');
      const isLast = i === wanted.length - 1;
      return (
        isMatch(printed, wanted[i]!) ||
        isInitial(word.text, wanted[i]!) ||
        (isTruncated && isLast && printed.startsWith(wanted[i]!)) ||
        isSpeltOut(word.text, wanted[i]!, hasUmlauts)
      );
    });
    if (!matches) continue;
    // Behind a truncated name, the rest of the line may be more names that the MRZ had no room for.
    const rest = words.slice(from + wanted.length);
    const more = isTruncated ? rest.filter(isNamePart) : [];
    const all = [...used, ...more];
    const value = all
      .map((word, i) => (isInitial(word.text, wanted[i] ?? '') ? wanted[i]! : word.text))
      .map((text, i) => restoreUmlauts(text, wanted[i] ?? '', hasUmlauts) ?? text)
      .map((text) => text.replace(/[^\p{L}'’-]/gu, '').toUpperCase())
      .join(' ');
    return { value, confidence: Math.min(...all.map((word) => word.confidence)) / 100, words: all };
  }
  return null;
}

const CLEARLY_READ = 85;

/** A letter that stands alone may be background. */
const isNamePart = ({ text, confidence }: Word) =>
  /^[\p{L}'-]+$/u.test(text) && (text.length > 1 || confidence >= CLEARLY_READ);

type NameInMrz = { wanted: string[]; isTruncated: boolean; hasUmlauts: boolean };
type Match = (printed: string, inMrz: string) => boolean;

const isSame: Match = (printed, inMrz) => printed === inMrz;

const MIN_ALIKE = 4;
const ALIKE = ['ODQ', 'IJLT', 'UV', 'CG', 'EF'];

/** No check digit covers a name: of two letters that look alike, the zone may have the wrong one. */
const looksAlike: Match = (printed, inMrz) =>
  printed === inMrz ||
  (printed.length >= MIN_ALIKE &&
    printed.length === inMrz.length &&
    [...printed].every(
      (c, i) => c === inMrz[i] || ALIKE.some((group) => group.includes(c) && group.includes(inMrz[i]!)),
    ));

/** A letter that stands alone is often read as a sign: J as ], I as |, O as 0. */
const isInitial = (printed: string, inMrz: string) =>
  inMrz.length === 1 && printed.length === 1 && !/\p{L}/u.test(printed);

/** The MRZ may write Ü as UE or UXX, Ñ as NXX, and leaves apostrophes out. */
function isSpeltOut(printed: string, inMrz: string, hasUmlauts: boolean): boolean {
  const upper = printed.toUpperCase();
  const joined = (text: string) => normalizeText(text).replace(/ /g, '');
  const forms = [upper.replace(/Ü/g, 'UXX'), upper.replace(/Ñ/g, 'NXX'), speltOut(upper)];
  return forms.some((text) => joined(text) === inMrz) || restoreUmlauts(upper, inMrz, hasUmlauts) !== null;
}
