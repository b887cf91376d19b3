import { differences, stripAccents } from '../text/normalize-text';
import { toDigits, toLetters } from '../text/misread-characters';
import type { KnownPerson } from './country';

const LENGTH = 18;
const MAX_EXTRA = 2;
/** Of the 14 places that follow from the person, this many may be misread. */
const MAX_MISREAD = 4;
/** Particles of surnames, and given names so frequent that the second one counts. */
const particles = new Set('DA DAS DE DEL DER DI DIE DD EL LA LAS LE LES LOS MAC MC VAN VON Y'.split(' '));
const frequent = new Set(['JOSE', 'MARIA', 'MA', 'J']);

/** The places of a CURP that follow from names, birth and gender: letters 1 to 11 and 14 to 16. */
export function curpPlaces(
  { lastname, name, birth, gender }: KnownPerson,
  hasParticles = false,
): { start: string; inner: string } | null {
  const date = /^(\d\d)\/(\d\d)\/\d\d(\d\d)$/.exec(birth ?? '');
  const surnames = hasParticles ? joinParticles(lastname) : wordsOf(lastname);
  const [father, mother = 'X'] = surnames;
  const first = countedName(wordsOf(name));
  if (!date || !father || !first || (gender !== 'M' && gender !== 'F')) return null;
  const birthDate = `${date[3]}${date[2]}${date[1]}`;
  const start = father[0]! + innerVowel(father) + mother[0] + first[0] + birthDate + (gender === 'M' ? 'H' : 'M');
  return { start, inner: [father, mother, first].map(innerConsonant).join('') };
}

const innerVowel = (word: string) => /^.[^AEIOU]*([AEIOU])/.exec(word)?.[1] ?? 'X';
const innerConsonant = (word: string) => /^.[AEIOU]*([B-DF-HJ-NP-TV-Z])/.exec(word)?.[1] ?? 'X';
const countedName = ([first, second]: string[]) => (second && first && frequent.has(first) ? second : first);

const wordsOf = (text: string | null) =>
  stripAccents((text ?? '').toUpperCase().replace(/Ñ/g, 'X'))
    .split(/[^A-Z]+/)
    .filter((word) => word && !particles.has(word));

/** Some registries count DE LA FUENTE as one word. */
const joinParticles = (text: string | null) =>
  wordsOf((text ?? '').replace(/\b(DE LA|DE LOS|DE LAS|DEL|DE|LA) /gi, (word) => word.replace(/ /g, '')));

/** Letters that look alike in capitals. */
const lookalikes = ['IJLT1', 'OQDCG0', 'EFB', 'MNH', 'VYUW', 'PRK', 'S5', 'Z2', 'B8'];
const isAlike = (a: string, b: string) => a === b || lookalikes.some((group) => group.includes(a) && group.includes(b));

/**
 * The CURP of a person as a text shows it: what follows from the person stands, state and last characters are read, and
 * the check digit must hold. Null if the text is another one's, or leaves a choice.
 */
export function readCurpOf(
  person: KnownPerson,
  text: string,
  states: Set<string>,
  isValid: (curp: string) => boolean,
): string | null {
  if (text.length < LENGTH || text.length > LENGTH + MAX_EXTRA) return null;
  const variants = [curpPlaces(person), curpPlaces(person, true)].filter((places) => places !== null);
  const readings = withoutExtra(text, text.length - LENGTH);
  const found = new Map<string, number>();
  for (const [places, { read, cost }] of variants.flatMap((one) =>
    readings.map((reading) => [one, reading] as const),
  )) {
    const misread = countMisread(places, read) + cost;
    if (misread > MAX_MISREAD) continue;
    const possible = [...states].filter((code) => showsState(read, code));
    for (const [state, end] of possible.flatMap((code) => endsOf(person, read).map((end) => [code, end] as const))) {
      const curp = places.start + state + places.inner + end;
      const changed = misread + countChanged(state + end.slice(-1), read);
      if (isValid(curp)) found.set(curp, Math.min(changed, found.get(curp) ?? changed));
    }
  }
  const [best, next] = [...found].sort(([, a], [, b]) => a - b);
  return best && best[1] < (next?.[1] ?? Infinity) ? best[0] : null;
}

/** How many characters of the state and the check digit are not what was read. */
const countChanged = (stateAndDigit: string, read: string) =>
  differences(stateAndDigit, read.slice(11, 13) + toDigits(read[17]!));

const showsState = (read: string, state: string) =>
  [...state].every((letter, i) => isAlike(toLetters(read[11 + i]!), letter));

/** What a check digit may be that was read as a letter, besides the digit that resembles it most. */
const otherDigits: Record<string, string> = { S: '38', B: '3', Z: '7', G: '5' };

/** The last two characters: a digit for people born before 2000, a letter after, and the check digit. */
function endsOf({ birth }: KnownPerson, read: string): string[] {
  const century = birth?.slice(6, 8) === '19' ? toDigits(read[16]!.replace('E', '8')) : toLetters(read[16]!);
  const last = read[17]!;
  return [toDigits(last), ...(otherDigits[last] ?? '')].map((digit) => century + digit);
}

/** All ways to leave out characters. One that was read twice, as 5 and S, costs nothing. */
function withoutExtra(text: string, extra: number, cost = 0): { read: string; cost: number }[] {
  if (extra === 0) return [{ read: text, cost }];
  return [...text].flatMap((letter, at) => {
    const isTwice = [text[at - 1], text[at + 1]].some((other) => other !== undefined && isAlike(letter, other));
    return withoutExtra(text.slice(0, at) + text.slice(at + 1), extra - 1, cost + (isTwice ? 0 : 1));
  });
}

function countMisread({ start, inner }: { start: string; inner: string }, read: string): number {
  const expected = start + '  ' + inner;
  return [...expected].filter((letter, at) => {
    const own = at >= 4 && at < 10 ? toDigits(read[at]!) : toLetters(read[at]!);
    return letter !== ' ' && own !== letter;
  }).length;
}
