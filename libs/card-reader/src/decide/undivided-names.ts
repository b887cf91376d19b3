import type { Country } from '../countries';
import { type FieldCandidate, candidatesFor } from './field-candidates';

const [TWO_PARTS_CONFIDENCE, CONFIDENCE] = [0.7, 0.5];

/** Where the surname is the first word of a name that has no patronymic. */
const surnameFirst = 'CHN HKG HUN JPN KHM KOR MAC MYS PRK SGP TWN VNM'.split(' ');
const twoSurnames = 'CUB HND NIC PRI SLV'.split(' ');
/** Where a word before the father's name says whose child it is: AHMAD BIN ABDULLAH, RAJ A/L KUMAR. */
const patronymics = 'BRN MYS SGP'.split(' ');
const CHILD_OF = /^(?:BIN|BINTI|BINTE|BTE|[AS]\/[LPO]|D\/O)$/;
/** Particles belong to the word behind them. */
const BETWEEN_PARTS = /(?<!\b(?:DE|DEL|LA|LAS|LOS|DA|DO|DAS|DOS|Y|E|AL|EL|BEN|ABU|VAN|VON|DER|DEN)) /u;

/**
 * One line has all names, and no other source divides them: the custom of the country decides which part is the
 * surname, which every person needs.
 */
export function divideName(all: FieldCandidate[], country: Country): FieldCandidate[] {
  const undivided = candidatesFor('name', all).find(({ isUndivided }) => isUndivided);
  if (!undivided || candidatesFor('lastname', all).length > 0) return all;
  const parts = undivided.value.split(BETWEEN_PARTS);
  if (parts.length < 2) return all;
  const [before, behind] = splitAt(parts, placeOfSurname(parts, country));
  const [name, lastname] = isSurnameFirst(parts, country) ? [behind, before] : [before, behind];
  const max = parts.length === 2 ? TWO_PARTS_CONFIDENCE : CONFIDENCE;
  const guessed = { ...undivided, isUndivided: false, confidence: Math.min(undivided.confidence, max) };
  return [
    ...all.filter((candidate) => candidate !== undivided),
    { ...guessed, value: name },
    { ...guessed, field: 'lastname', value: lastname },
  ];
}

const splitAt = (parts: string[], at: number) =>
  [parts.slice(0, at), parts.slice(at)].map((some) => some.join(' ')) as [string, string];

const childOf = (parts: string[], { code }: Country) =>
  patronymics.includes(code) ? parts.findIndex((part, at) => at > 0 && CHILD_OF.test(part)) : -1;

const isSurnameFirst = (parts: string[], country: Country) =>
  surnameFirst.includes(country.code) && childOf(parts, country) < 0;

function placeOfSurname(parts: string[], country: Country): number {
  const patronymic = childOf(parts, country);
  if (patronymic > 0) return patronymic;
  if (isSurnameFirst(parts, country)) return 1;
  const surnames = twoSurnames.includes(country.code) ? 2 : 1;
  return Math.max(1, parts.length - surnames);
}
