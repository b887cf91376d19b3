import { differences, editDistance, normalizeText } from '../text/normalize-text';
import { restoreUmlauts, soundedOut, speltOut } from '../text/umlauts';
import type { PrintedName } from './printed-names';
import { isClearlyRead, type PrintedLine } from './printed-line';
import type { MrzReading } from './read-mrz';
import type { Word } from './text-engine';

export type CodedNames = Pick<MrzReading, 'name' | 'lastname' | 'isTruncated'>;

/**
 * Finds the names of the MRZ in the print by their letters, whatever labels are near: with accents, and with the end
 * that the MRZ truncated. Null where a word of the name is not printed as in the MRZ.
 */
export function findNamesByMrz(
  mrz: CodedNames,
  lines: PrintedLine[],
  marks: Marks = {},
): { name: PrintedName | null; lastname: PrintedName | null } {
  const lastname = findName(mrz.lastname, mrz.isTruncated && !mrz.name, lines, marks);
  // A given name may also be a surname: its words are those that the surnames left.
  const others = lastname ? lines.map((line) => withoutWords(line, lastname.words)) : lines;
  const besideSurname = others.filter(({ words }, i) => words.length < lines[i]!.words.length);
  const name = findName(mrz.name, mrz.isTruncated, isStub(mrz) ? besideSurname : others, marks);
  return { name, lastname };
}

const MIN_LETTERS = 3;

/** Long surnames leave one or two letters of the given names: words anywhere on a card begin with them. */
const isStub = ({ name, isTruncated }: CodedNames) => isTruncated && name.length < MIN_LETTERS;

const withoutWords = (line: PrintedLine, words: Word[]): PrintedLine => ({
  ...line,
  words: line.words.filter((word) => !words.includes(word)),
});

/** What the print may show above its letters. */
interface Marks {
  /** The language has umlauts. */
  hasUmlauts?: boolean;
  /** What the zone spells out with two letters. */
  spelt?: Record<string, string>;
  /** No model knows the marks of the language: Šť is read as Sr. */
  areUnknown?: boolean;
}

function findName(text: string, isTruncated: boolean, lines: PrintedLine[], marks: Marks): PrintedName | null {
  const wanted = text.split(' ').filter(Boolean);
  if (!wanted.length) return null;
  // A name is in one line, or in lines below one another. A line with the whole name is the better source.
  const groups = [...lines.map((line) => [line]), ...columns(lines)].map((group) =>
    group.flatMap(({ words }) => words),
  );
  const name = { wanted, isTruncated, marks };
  const hyphenated = groups.filter((words) => words.some(({ text }) => text.includes('-')));
  const find = (isMatch: Match) =>
    firstFound(groups, (words) => findSequence(words.map(wholeWord), name, isMatch)) ??
    firstFound(hyphenated, (words) => findSequence(words.flatMap(partsOfWord), name, isMatch));
  const apart = () => firstFound(pairsApart(lines), (words) => findSequence(words.map(wholeWord), name, isSame));
  return (
    find(isSame) ?? find(looksAlike) ?? (marks.areUnknown ? find(isNear) : null) ?? (wanted.length > 1 ? apart() : null)
  );
}

/** A word, or the part of one between two hyphens, where the zone has a space. */
interface Part {
  text: string;
  word: Word;
  /** What stands behind it. */
  joint: ' ' | '-';
}

const wholeWord = (word: Word): Part => ({ text: word.text, word, joint: ' ' });

function partsOfWord(word: Word): Part[] {
  const texts = word.text.split('-');
  return texts.map((text, i) => ({ text, word, joint: i < texts.length - 1 ? '-' : ' ' }));
}

function firstFound<T, R>(all: T[], find: (one: T) => R | null): R | null {
  for (const one of all) {
    const found = find(one);
    if (found !== null) return found;
  }
  return null;
}

/** Between the lines of one name may be a label, or a label and the name in another script. */
const [HEIGHTS_TO_NEXT, HEIGHTS_APART] = [4.5, 9];

/** Two or three neighbouring lines with the same left edge. */
function columns(lines: PrintedLine[]): PrintedLine[][] {
  return lines.flatMap((first) => {
    const second = lineBelow(first, lines);
    const third = second && lineBelow(second, lines);
    return second ? [[first, second], ...(third ? [[first, second, third]] : [])] : [];
  });
}

/** A given name and the father's name below it, whatever is printed between them, in another script for example. */
const pairsApart = (lines: PrintedLine[]): Word[][] =>
  lines.flatMap((first) =>
    lines
      .filter((second) => isInColumnBelow(first, second, HEIGHTS_APART))
      .map((second) => [...first.words, ...second.words]),
  );

/** The nearest line below that could belong to the same name; there may be labels between them. */
function lineBelow(line: PrintedLine, lines: PrintedLine[]): PrintedLine | undefined {
  return lines.filter((other) => isInColumnBelow(line, other, HEIGHTS_TO_NEXT)).sort((a, b) => a.box.y - b.box.y)[0];
}

/** Whether a line begins at the same left edge, at most this many of its heights below. */
const isInColumnBelow = ({ box }: PrintedLine, { box: other }: PrintedLine, maxHeights: number): boolean =>
  Math.abs(other.x - box.x) < box.height * 1.5 &&
  other.y > box.y + box.height * 0.7 &&
  other.y < box.y + box.height * maxHeights &&
  other.height > box.height * 0.75;

/** The printed words that match the wanted ones, adjacent and in the same order. */
function findSequence(parts: Part[], name: NameInMrz, isMatch: Match): PrintedName | null {
  const { wanted, isTruncated, marks } = name;
  // Any sign of the print could be the only letter of a name that was cut.
  const isOneCut = isTruncated && wanted.length === 1;
  for (let from = 0; from + wanted.length <= parts.length; from++) {
    const used = parts.slice(from, from + wanted.length);
    const matches = used.every(({ text }, i) => {
      const printed = normalizeText(text).replace(/ /g, '');
      const isLast = i === wanted.length - 1;
      return (
        isMatch(printed, wanted[i]!) ||
        (isTruncated && isLast && printed.startsWith(wanted[i]!)) ||
        (!isOneCut && isInitial(text, wanted[i]!)) ||
        isSpeltOut(text, wanted[i]!, marks)
      );
    });
    if (!matches) continue;
    // Behind a truncated name, the rest of the line may be more names that the MRZ had no room for.
    const rest = parts.slice(from + wanted.length);
    const more = isTruncated ? rest.filter(({ word }) => isNamePart(word)) : [];
    const all = [...used, ...more];
    const value = all.map((part, i) => nameOf(part, wanted[i] ?? '', marks) + part.joint).join('');
    const words = all.map(({ word }) => word);
    return {
      value: value.slice(0, -1),
      confidence: Math.min(...words.map(({ confidence }) => confidence)) / 100,
      words,
    };
  }
  return null;
}

function nameOf({ text }: Part, inMrz: string, marks: Marks): string {
  const { hasUmlauts, spelt } = marks;
  if (isInitial(text, inMrz)) return inMrz;
  const restored = restoreUmlauts(text, inMrz, hasUmlauts, spelt) ?? text;
  const name = restored.replace(/[^\p{L}'-]/gu, '').toUpperCase();
  const letters = normalizeText(name);
  if (looksAlike(letters, inMrz)) return /\p{Ll}/u.test(text) ? withLettersOf(inMrz, name, SMALL_L) : name;
  if (lacksLetter(letters, inMrz) && !isSpeltOut(text, inMrz, marks)) return inMrz;
  return isMisread(letters, inMrz) ? withLettersOf(inMrz, name, /./) : name;
}

/** What a small L looks like. A T does not, which the zone may have for an I. */
const SMALL_L = /[IJL]/;

/** The zone knows the letter that was misread below a mark, and tells a small L from an I. */
const withLettersOf = (inMrz: string, name: string, unsure: RegExp) =>
  [...name]
    .map((letter, i) => {
      const mayBeOther = normalizeText(letter) !== inMrz[i] && [letter, inMrz[i]!].every((one) => unsure.test(one));
      return mayBeOther ? inMrz[i] : letter;
    })
    .join('');

/** A letter that stands alone may be background. */
const isNamePart = (word: Word) => /^[\p{L}'-]+,?$/u.test(word.text) && (word.text.length > 1 || isClearlyRead(word));

type NameInMrz = { wanted: string[]; isTruncated: boolean; marks: Marks };
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

/** A third of the letters at most, and never the length, differ in a word whose marks the model does not know. */
const isMisread: Match = (printed, inMrz) => differences(printed, inMrz) <= Math.floor(inMrz.length / 3);
const isNear: Match = (printed, inMrz) => isMisread(printed, inMrz) || lacksLetter(printed, inMrz);

/** A letter with a mark that the model does not know may not be read at all: İLKER as LKER. */
const lacksLetter: Match = (printed, inMrz) =>
  printed.length >= MIN_ALIKE - 1 && printed.length === inMrz.length - 1 && editDistance(printed, inMrz, 1) === 1;

/** A letter that stands alone is often read as a sign: J as ], I as |, O as 0. */
const isInitial = (printed: string, inMrz: string) =>
  inMrz.length === 1 && printed.length === 1 && !/\p{L}/u.test(printed);

/** The MRZ may write Ü as UE or UXX, Ñ as NXX, and leaves apostrophes out. */
function isSpeltOut(printed: string, inMrz: string, { hasUmlauts, spelt }: Marks): boolean {
  const upper = printed.toUpperCase();
  const joined = (text: string) => normalizeText(text).replace(/ /g, '');
  const forms = [upper.replace(/Ü/g, 'UXX'), upper.replace(/Ñ/g, 'NXX'), speltOut(upper), soundedOut(upper)];
  return forms.some((text) => joined(text) === inMrz) || restoreUmlauts(upper, inMrz, hasUmlauts, spelt) !== null;
}
