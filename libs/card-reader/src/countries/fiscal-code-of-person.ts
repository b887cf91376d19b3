import { stripAccents } from '../text/normalize-text';
import type { KnownPerson } from './country';

const MONTHS = 'ABCDEHLMPRST';
/** Of the eleven places that follow from the person, this many may be misread. */
const MAX_MISREAD = 2;

/** The beginning of the code of a person: three letters of the surname, three of the given names, birth and gender. */
export function fiscalCodePlaces({ lastname, name, birth, gender }: KnownPerson): string | null {
  const date = /^(\d\d)\/(\d\d)\/\d\d(\d\d)$/.exec(birth ?? '');
  if (!date || !lastname || !name || (gender !== 'M' && gender !== 'F')) return null;
  const [, day, month, year] = date;
  return threeOf(lastname) + threeOf(name, true) + birthPlaces(`${year}${month}${day}`, gender === 'F');
}

/** Year, the letter of the month, and the day, a woman's plus 40, of a birth as YYMMDD. */
export function birthPlaces(birth: string, isWoman: boolean): string {
  const day = Number(birth.slice(4)) + (isWoman ? 40 : 0);
  return `${birth.slice(0, 2)}${MONTHS[Number(birth.slice(2, 4)) - 1]}${String(day).padStart(2, '0')}`;
}

/** The consonants in their order, then the vowels; of four consonants of a given name, the second is left out. */
function threeOf(names: string, isGiven = false): string {
  const letters = stripAccents(names.toUpperCase()).replace(/[^A-Z]/g, '');
  const [consonants, vowels] = [letters.replace(/[AEIOU]/g, ''), letters.replace(/[^AEIOU]/g, '')];
  const counted = isGiven && consonants.length > 3 ? consonants[0] + consonants.slice(2) : consonants;
  return `${counted}${vowels}XXX`.slice(0, 3);
}

/**
 * The fiscal code of a person as a text shows it: what follows from the person stands, the municipality and the check
 * letter are read, and the check letter must hold. Null if the text is another one's.
 */
export function readFiscalCodeOf(
  person: KnownPerson,
  text: string,
  parse: (text: string) => string | null,
  isValid: (code: string) => boolean,
): string | null {
  const start = fiscalCodePlaces(person);
  const read = parse(text);
  if (!start || !read) return null;
  const misread = [...start].filter((letter, at) => letter !== read[at]).length;
  const code = start + read.slice(start.length);
  return misread <= MAX_MISREAD && isValid(code) ? code : null;
}
