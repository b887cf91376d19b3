import type { Country } from '../countries';
import { normalizeText } from '../text/normalize-text';
import { type FieldCandidate, candidatesFor } from './field-candidates';

const [TWO_PARTS_CONFIDENCE, CONFIDENCE] = [0.7, 0.5];

/** Where the surname is the first word of a name that has no patronymic. */
const surnameFirst = 'CHN HKG HUN JPN KHM KOR MAC MYS PRK SGP TWN VNM'.split(' ');
const twoSurnames = 'CUB HND NIC PRI SLV'.split(' ');
/** Where a word before the father's name says whose child it is: AHMAD BIN ABDULLAH, RAJ A/L KUMAR. */
const patronymics = 'BRN MYS SGP'.split(' ');
const CHILD_OF = /^(?:BIN|BINTI|BINTE|BTE|[AS]\/[LPO]|D\/O)$/;
/** Where a card has one name, whatever its label is called. */
const oneName = 'AFG BGD IDN IND LKA MMR NPL PAK SGP'.split(' ');
/** Particles belong to the word behind them. */
const BETWEEN_PARTS = /(?<!\b(?:DE|DEL|LA|LAS|LOS|DA|DO|DAS|DOS|Y|E|AL|EL|BEN|ABU|VAN|VON|DER|DEN)) /u;

export const hasOneName = ({ code }: Country): boolean => oneName.includes(code);

/**
 * One line has all names, and no other source divides them: the custom of the country decides which part is the
 * surname, which every person needs.
 */
export function divideName(all: FieldCandidate[], country: Country): FieldCandidate[] {
  const undivided = undividedNames(all);
  const parts = undivided.map(({ value }) => value.split(BETWEEN_PARTS));
  if (parts.length === 0 || parts.some(({ length }) => length < 2)) return all;
  const divided = undivided.flatMap((candidate, i) => {
    const { name, lastname } = divide(parts[i]!, country.code);
    const max = parts[i]!.length === 2 ? TWO_PARTS_CONFIDENCE : CONFIDENCE;
    const guessed = { ...candidate, isUndivided: false, confidence: Math.min(candidate.confidence, max) };
    return [
      { ...guessed, field: 'name' as const, value: name },
      { ...guessed, field: 'lastname' as const, value: lastname },
    ];
  });
  return [...all.filter((candidate) => !undivided.includes(candidate)), ...divided];
}

/** The full name of the print, also where a zone without given names has it in the place of the surname. */
function undividedNames(all: FieldCandidate[]): FieldCandidate[] {
  const [names, lastnames] = [candidatesFor('name', all), candidatesFor('lastname', all)];
  if (names.length > 0 && lastnames.length > 0) return [];
  if (names.length > 0) return names.filter(({ isUndivided }) => isUndivided).slice(0, 1);
  const isWhole = lastnames.every(({ value, isTruncated }) => !isTruncated && isSameName(value, lastnames[0]!.value));
  const sources = new Set(lastnames.map(({ source }) => source));
  return isWhole && sources.has('mrz') && sources.has('print') ? lastnames : [];
}

const isSameName = (one: string, other: string) => normalizeText(one) === normalizeText(other);

function divide(parts: string[], code: string): { name: string; lastname: string } {
  const [from, to] = [(at: number) => parts.slice(at).join(' '), (at: number) => parts.slice(0, at).join(' ')];
  const childOf = patronymics.includes(code) ? parts.findIndex((part, at) => at > 0 && CHILD_OF.test(part)) : -1;
  if (childOf < 0 && surnameFirst.includes(code)) return { name: from(1), lastname: to(1) };
  const surnames = twoSurnames.includes(code) ? 2 : 1;
  const at = childOf > 0 ? childOf : Math.max(1, parts.length - surnames);
  return { name: to(at), lastname: from(at) };
}
