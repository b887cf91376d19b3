import { stripAccents } from './normalize-text';

const spellings: Record<string, string> = {
  ...{ Ä: 'AE', Ö: 'OE', Ü: 'UE', Ő: 'OE', Ű: 'UE' },
  ...{ ß: 'SS', ẞ: 'SS', Å: 'AA', Ø: 'OE', Æ: 'AE' },
};

/** The letters as ICAO 9303 writes them out. */
export const speltOut = (text: string) => text.replace(/[ÄÖÜŐŰßẞÅØÆ]/g, (letter) => spellings[letter]!);

const sounds: Record<string, string> = { Ş: 'SH', Ç: 'CH', Ğ: 'GH', X: 'KH', Q: 'G', C: 'J' };

/** The letters by their sound, as in the zones of Azerbaijan: RƏŞAD and RASHAD. Only there an Ə is printed. */
export const soundedOut = (text: string) =>
  text.replace(text.includes('Ə') ? /[ŞÇĞXQC]/g : /[ŞÇĞ]/g, (letter) => sounds[letter]!);

/** What a letter and the one behind it stand for in the MRZ. */
type Spelt = Record<string, string>;
const umlauts: Spelt = { AE: 'Ä', OE: 'Ö', UE: 'Ü' };
const nordic: Spelt = { AE: 'Æ', OE: 'Ø', UE: 'Ü', AA: 'Å' };
const spellingsOfCountry: Record<string, Spelt> = {
  DNK: nordic,
  FRO: nordic,
  GRL: nordic,
  ISL: { ...umlauts, AE: 'Æ' },
  NOR: nordic,
  SWE: { ...umlauts, AA: 'Å' },
};

/** The letters that the zone of a country spells out. */
export const umlautsOf = (country: string): Spelt => spellingsOfCountry[country] ?? umlauts;

/**
 * The printed word with the umlauts that the MRZ spells out: BJÓRN and BJOERN. Null if the words differ in anything
 * else. Where the print shows no mark at all, only in a language with umlauts: MANUL is a misread MANUEL elsewhere.
 */
export function restoreUmlauts(printed: string, spelt: string, hasUmlauts = false, known = umlauts): string | null {
  const letters = [...printed.toUpperCase()];
  // Where a country is known for them, the zone spells them out more often than print loses a letter.
  const restored = restoreLetters(letters, spelt, known, hasUmlauts ? (known === umlauts ? /[EL$]/ : /E/) : null);
  if (restored || !hasUmlauts) return restored;
  // JOEL and MICHAEL lack one E at most: a word with several umlauts, as HÄMÄLÄINEN, is none of those.
  const all = restoreLetters(letters, spelt, known, /E/);
  return all && [...all].filter((letter, i) => letter !== letters[i]).length > 1 ? all : null;
}

/**
 * Restores umlauts, those without any mark in print only where none of the letters `excluded` follows the E; a $ stands
 * for the end of the word.
 */
function restoreLetters(letters: string[], spelt: string, known: Spelt, excluded: RegExp | null): string | null {
  let at = 0;
  const restored = letters.map((letter, i) => {
    if (!/\p{L}/u.test(letter)) return letter;
    const rest = spelt.slice(at);
    const umlaut = isEszett(letter, rest, excluded)
      ? 'ß'
      : umlautAt(letter, letters.slice(i + 1), rest, known, excluded);
    at += umlaut ? 2 : spelt.startsWith(stripAccents(letter), at) ? 1 : Infinity;
    return umlaut ?? letter;
  });
  return at === spelt.length && restored.join() !== letters.join() ? restored.join('') : null;
}

/** In a language with umlauts, a ß is read as the letter that it resembles. */
const isEszett = (letter: string, spelt: string, excluded: RegExp | null) =>
  letter === 'B' && excluded !== null && spelt.startsWith('SS');

/** Letters that are what they are, although the zone writes others with the same two: Ä as Æ, Ö as Ő. */
const CERTAIN_PAIR = /[ÆŒÞŐŰ]/;

/** The umlaut of a letter if the MRZ has a second letter for it that the print does not show. */
function umlautAt(
  letter: string,
  following: string[],
  spelt: string,
  known: Spelt,
  excluded: RegExp | null,
): string | null {
  const plain = stripAccents(letter);
  if (CERTAIN_PAIR.test(letter)) return spelt.startsWith(stripAccents(speltOut(letter))) ? letter : null;
  const umlaut = spelt.startsWith(plain) ? known[spelt.slice(0, 2)] : undefined;
  if (!umlaut || showsBoth(following, spelt)) return null;
  return letter !== plain || (excluded && !excluded.test(spelt[2] ?? '$')) ? umlaut : null;
}

/** MANUEL has its E in print, too. Of the two in RUEEGG, one belongs to RÜEGG. */
const showsBoth = ([next, afterNext]: string[], [, second, third]: string) =>
  next === second && !(third === second && afterNext !== second);
