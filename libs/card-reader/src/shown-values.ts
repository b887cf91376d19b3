import { figures } from './countries/figures';
import { dateIn } from './dates';
import { editDistance, folded } from './folded';
import type { FieldName } from './reading';
import type { Statement } from './side-statement';

const MAX_MISREAD = 2;

export const isName = (field: FieldName) => field === 'name' || field === 'lastname';
const isDate = (field: FieldName) => field.startsWith('date_');

/** Letters and figures alone, letters that look like figures taken for them. */
export const plainNumber = (text: string) => figures(text).replace(/[^A-Z0-9]/g, '');

/** At how many places two dates differ. */
export const differingFigures = (a: string, b: string) => [...a].filter((figure, i) => figure !== b[i]).length;

/** Whether a side shows a value anywhere, under whatever label, also misread or in part. */
export function isShown(field: FieldName, value: string, { coded, lines }: Statement): boolean {
  const own = coded.filter((claim) => claim.field === field).map((claim) => claim.value);
  const texts = [...lines.map(({ text }) => text), ...own];
  if (isName(field)) return showsWord(texts, folded(value).split(' '));
  if (isDate(field)) return texts.some((text) => showsDate(text, value));
  return texts.some((text) => nearlyContains(plainNumber(text), plainNumber(value), MAX_MISREAD));
}

/** One word of a name is enough: the others may be cut off or unreadable. */
function showsWord(texts: string[], parts: string[]): boolean {
  const words = texts.flatMap((text) => folded(text).split(' '));
  return parts.some((part) => part.length > 2 && words.some((word) => isNearWord(word, part)));
}

function isNearWord(word: string, part: string): boolean {
  if (word.startsWith(part) || (word.length > 3 && part.startsWith(word))) return true;
  return editDistance(word, part) <= Math.floor(part.length / 3);
}

function showsDate(text: string, value: string): boolean {
  const date = dateIn(text);
  if (date !== null && differingFigures(date, value) < 2) return true;
  return nearlyContains(plainNumber(text), plainNumber(value), 1);
}

function nearlyContains(text: string, value: string, maxMisread: number): boolean {
  for (let at = 0; at + value.length <= text.length + maxMisread; at++) {
    for (let length = value.length - maxMisread; length <= value.length + maxMisread; length++)
      if (editDistance(text.slice(at, at + length), value) <= maxMisread) return true;
  }
  return false;
}
