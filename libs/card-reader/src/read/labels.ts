import { countries } from '../countries';
import type { LabelKind } from '../languages/language';
import { sharedLabels } from '../languages/shared-labels';
import { parseGender } from '../text/genders';
import { editDistance, normalizeText } from '../text/normalize-text';
import { isClearlyRead } from './printed-line';

/** The maximum number of misread letters in a label of this length. */
const maxMisread = (length: number) =>
  length <= 4 ? 0 : length <= 6 ? 1 : length <= 9 ? 2 : Math.floor(length * 0.28);

/** Short labels resemble names: GENERO and GENARO. */
const SHORT = 7;
/** A card has some 100 texts. */
const MAX_REMEMBERED = 200;

const wordCount = (text: string) => text.split(' ').length;
/** RN and M, VV and W are easily confused, whatever the confidence. */
const joined = (text: string) => text.replace(/RN/g, 'M').replace(/VV/g, 'W');

/** The letters and digits that a text contains, a bit for each. */
const lettersIn = (text: string) => [...text].reduce((bits, c) => bits | (1 << (c.charCodeAt(0) % 32)), 0);

/** The minimum number of misread letters: those of one text that are not in the other one. */
const minMisread = (a: number, b: number) => Math.max(countBits(a & ~b), countBits(b & ~a));

/** By adding neighbouring groups of bits. */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The order of the kinds decides between two labels that a misread text resembles equally. */
const labels = sharedLabels.flatMap(({ kind, texts }) => {
  const all = new Set([...texts, ...countries.flatMap((country) => country.labels?.[kind] ?? [])]);
  return [...all].map((text) => ({
    kind,
    text,
    joined: joined(text),
    wordCount: wordCount(text),
    letters: lettersIn(text),
  }));
});

type Near = { label: (typeof labels)[number]; max: number }[];

/** The labels that a text may be, with the maximum number of letters that are misread. */
function labelsNear(length: number, words: number, isClear: boolean): Near {
  const key = `${length} ${words} ${isClear}`;
  const known = nearByForm.get(key);
  if (known) return known;
  const near = labels.flatMap((label) => {
    const isShort = label.text.length <= SHORT;
    const max = isShort && isClear ? 0 : maxMisread(label.text.length);
    const mayBe = Math.abs(label.text.length - length) <= max && !(isShort && label.wordCount !== words);
    return mayBe ? [{ label, max }] : [];
  });
  nearByForm.set(key, near);
  return near;
}
const nearByForm = new Map<string, Near>();

/** Labels in two languages have no more words. */
const MAX_WORDS = 8;

/** A slash, or a sign between spaces, divides a label in one language from that in another. */
const BETWEEN_LANGUAGES = /\/|\s[-–—·•:|]\s/;

/**
 * The kind of a text that is a label and nothing else; null otherwise. Misread letters are allowed, in short labels
 * only if the text was not clearly read.
 */
export function labelKindOf(text: string, confidence = 0): LabelKind | null {
  const whole = kindOfLabel(text, confidence);
  const unnumbered = text.replace(FIELD_NUMBER, '');
  if (whole !== null || unnumbered === text) return whole;
  const kind = kindOfLabel(unnumbered, confidence);
  // A legend of names on the back stands above other entries of the legend.
  return kind === 'name' || kind === 'lastname' || kind === 'fullname' ? null : kind;
}

/** American licences print the number of a field before its label: 15 Sex, 4b Expires. */
const FIELD_NUMBER = /^\W*\d{1,2}[a-d]?\s*(?=\p{L}{3})/iu;

/** Many rules ask about the same lines, and each answer takes a comparison with all labels. Only memory holds them. */
function remembered<T>(find: (text: string, isClear: boolean) => T): (text: string, confidence: number) => T {
  const known = new Map<string, T>();
  return (text, confidence) => {
    const isClear = isClearlyRead({ confidence });
    const key = `${isClear} ${text}`;
    if (!known.has(key)) {
      if (known.size >= MAX_REMEMBERED) known.clear();
      known.set(key, find(text, isClear));
    }
    return known.get(key) as T;
  };
}

const kindOfLabel = remembered((text, isClear): LabelKind | null => {
  if (parseGender(text, false)) return null; // HOMBRE is not a misread NOMBRE
  // How a date is written: BIRTH DATE (YYYY/MM/DD).
  const label = text.replace(/\([^)]{5,}\)?/, ' ');
  // Behind a slash is another language; a hyphen may join two words of one: REGISTRO GERAL - CPF / PERSONAL NUMBER.
  const parts = [label, ...label.split('/'), ...label.split(BETWEEN_LANGUAGES)].map(normalizeText).filter(Boolean);
  const matches = [...new Set(parts)].map((part) => nearestLabel(part, isClear)).filter((match) => match !== null);
  matches.sort((a, b) => a.misreadShare - b.misreadShare);
  return matches[0]?.kind ?? kindInTwoLanguages(normalizeText(label).split(' '), isClear);
});

/** A label in one language and the same one in another behind it: NUMER PESEL PERSONAL NUMBER. */
function kindInTwoLanguages(words: string[], isClear: boolean): LabelKind | null {
  if (words.length > MAX_WORDS) return null;
  for (let count = 1; count < words.length; count++) {
    const kind = nearestLabel(words.slice(0, count).join(' '), isClear)?.kind;
    if (kind && nearestLabel(words.slice(count).join(' '), isClear)?.kind === kind) return kind;
  }
  return null;
}

function nearestLabel(text: string, isClear: boolean): { kind: LabelKind; misreadShare: number } | null {
  let best: { kind: LabelKind; misreadShare: number } | null = null;
  const [textJoined, letters] = [joined(text), lettersIn(text)];
  for (const { label, max } of labelsNear(text.length, wordCount(text), isClear)) {
    const isSame = textJoined === label.joined;
    if (!isSame && minMisread(letters, label.letters) > max) continue;
    const misread = isSame ? 0 : editDistance(text, label.text, max);
    const share = misread / label.text.length;
    if (misread <= max && (!best || share < best.misreadShare)) best = { kind: label.kind, misreadShare: share };
  }
  return best;
}

export interface LabelledText {
  kind: LabelKind;
  /** The text behind the label in the same line. */
  value: string;
}

/** The letters of a series and the number within it, each behind its label: SERIA VS NR 583907. */
const SERIES = /^\W*SERI[AE]S?\W+([A-Z]{1,3})\W+N(?:[RO°º]|UM\p{L}*)\W*\s(\d{4,})\W*$/iu;

/** Splits a line with a label and its value: `RUN 17.729.045-9`, `SEXO H`, `NUI.4648393359`. */
export const splitLabel = (text: string): LabelledText | null => splitOnce(text, 0);

const splitOnce = remembered((text): LabelledText | null => {
  const [, series, number] = SERIES.exec(text) ?? [];
  if (number) return { kind: 'document_number', value: series!.toUpperCase() + number };
  const [, translated] = /\/\s*([^/\d]*\d.*)$/.exec(text) ?? [];
  return (translated ? splitWords(translated) : null) ?? splitWords(text);
});

function splitWords(text: string): LabelledText | null {
  const words = text.replace(/([A-Za-zÀ-ÿ]{2,})[.:]+\s*(?=[\w])/g, '$1 ').split(/\s+/);
  const firstNumber = words.findIndex((word) => /\d/.test(word) && !/^[12](?:ER|DO|RO|°|º)\.?$/i.test(word));
  const maxWords = firstNumber < 0 ? words.length - 1 : firstNumber;
  for (let count = Math.min(5, maxWords); count > 0; count--) {
    const kind = nearestLabel(normalizeText(words.slice(0, count).join(' ')), false)?.kind;
    const value = words.slice(count).join(' ');
    if (kind && normalizeText(value) && (isBehindColon(text, value) || isValue(kind, value))) return { kind, value };
  }
  return null;
}

/** Behind a colon may be the same label in another language. */
const isBehindColon = (text: string, value: string) => text.includes(':') && labelKindOf(value) === null;

/** Without a colon, only a number, a date or a gender counts as the value of a label in the same line. */
const isValue = (kind: LabelKind, value: string) =>
  /\d/.test(value) || (kind === 'gender' && parseGender(value, false) !== null);
