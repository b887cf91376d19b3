import { isClearlyRead, type PrintedLine } from './printed-line';
import type { Word } from './text-engine';

export interface PrintedName {
  value: string;
  /** 0 to 1. */
  confidence: number;
  words: Word[];
}

/** A/L and its like stand for son or daughter. */
const NAME = /^(?:[\p{L}'.-]+|[ASD]\/[LPO])$/u;

/** The name in a line, in upper case with its accents; null where the line is not a name. */
export function parseName(line: PrintedLine): PrintedName | null {
  let words = line.words.filter((word, at, all) => /[\p{L}\d]/u.test(word.text) || isHyphen(word, at, all));
  // Short uncertain words at either end are background.
  const isBackground = (word: { text: string; confidence: number }) =>
    word.text.length < 3 && word.confidence < 55 && words.length > 1;
  while (words.length && isBackground(words[0]!)) words = words.slice(1);
  while (words.length && isBackground(words.at(-1)!)) words = words.slice(0, -1);
  const texts = words.map(({ text }) =>
    text === '-' ? text : withSmallL(text.replace(/^[^\p{L}]+|[^\p{L}.]+$/gu, '')).toUpperCase(),
  );
  if (!texts.length || !texts.every((text) => NAME.test(text)) || texts.join('').length < 2) return null;
  const confidence = Math.min(...words.map((word) => word.confidence)) / 100;
  return { value: texts.join(' ').replaceAll(' - ', '-'), confidence, words };
}

/** A typewriter leaves space around a hyphen between two names: it is read as a word of its own. */
const isHyphen = (word: Word, at: number, all: Word[]): boolean =>
  word.text === '-' &&
  isClearlyRead(word) &&
  [all[at - 1], all[at + 1]].every((other) => /^\p{L}{3,}$/u.test(other?.text ?? ''));

/** Between a large and a small letter, what was read as a large I is a small l: VIadimir. */
const withSmallL = (text: string) => text.replace(/^(\p{Lu})I(?=\p{Ll})/u, '$1l');

/** The parts that were read as one name, as certain as the least certain part. */
export function joinNames(parts: (PrintedName | null)[]): PrintedName | null {
  const names = parts.filter((part) => part !== null);
  if (!names.length) return null;
  return {
    value: names.map((name) => name.value).join(' '),
    confidence: Math.min(...names.map((name) => name.confidence)),
    words: names.flatMap((name) => name.words),
  };
}
