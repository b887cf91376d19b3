import { type MrzKind, mrzLayouts, type Span } from './mrz-layouts';

/** The zone with another number in the places of a span's letters; fillers stay. Null if it has not as many places. */
export function replaceSpan(text: string[], [line, from, to]: Span, number: string): string[] | null {
  let at = 0;
  const own = [...text[line]!.slice(from, to)].map((letter) => (letter === '<' ? letter : (number[at++] ?? '')));
  if (at !== number.length) return null;
  return text.map((row, i) => (i === line ? row.slice(0, from) + own.join('') + row.slice(to) : row));
}

/** The zone with a longer number in a span whose end was read as fillers. */
export const extendSpan = (text: string[], [line, from, to]: Span, number: string): string[] =>
  text.map((row, i) =>
    i === line ? row.slice(0, from) + number.padEnd(to - from, '<').slice(0, to - from) + row.slice(to) : row,
  );

/** A date has no fillers: what was read as one is a digit. */
export const replaceDate = (text: string[], [line, from, to]: Span, date: string): string[] =>
  text.map((row, i) => (i === line ? row.slice(0, from) + date + row.slice(to) : row));

/** A number of more than nine characters continues in the optional data, with a filler for its check digit between. */
export function replaceLongNumber(text: string[], kind: MrzKind, long: string): string[] {
  const { number, optional } = mrzLayouts[kind];
  const [line, from, to] = number;
  const [, start] = optional[0]!;
  const row = text[line]!;
  const [begin, end] = [long.slice(0, to - from), long.slice(to - from)];
  const between = end ? '<' : row.slice(to, start);
  const replaced = row.slice(0, from) + begin + between + end + row.slice(start + end.length);
  return text.map((other, i) => (i === line ? replaced : other));
}
