import type { PrintedLine } from './read-lines';

const LETTERS = /^[\p{L}'’.-]+$/u;

/** The name in a line, upper case with its accents, or null where the line holds no name. */
export function nameIn(line: PrintedLine): { value: string; sure: number } | null {
  let words = line.words.filter((word) => /[\p{L}\d]/u.test(word.text));
  // What stands at the ends, short and hardly read, is the background.
  const stray = (word: { text: string; sure: number }) => word.text.length < 3 && word.sure < 55 && words.length > 1;
  while (words.length && stray(words[0]!)) words = words.slice(1);
  while (words.length && stray(words.at(-1)!)) words = words.slice(0, -1);
  const texts = words.map((word) => word.text.replace(/^[^\p{L}]+|[^\p{L}.]+$/gu, '').toUpperCase());
  if (!texts.length || !texts.every((text) => LETTERS.test(text)) || texts.join('').length < 2) return null;
  return { value: texts.join(' '), sure: Math.min(...words.map((word) => word.sure)) / 100 };
}

export function joinNames(parts: ({ value: string; sure: number } | null)[]): { value: string; sure: number } | null {
  const seen = parts.filter((part) => part !== null);
  if (!seen.length) return null;
  return { value: seen.map((part) => part.value).join(' '), sure: Math.min(...seen.map((part) => part.sure)) };
}
