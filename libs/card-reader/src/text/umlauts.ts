import { stripAccents } from './normalize-text';

const spellings: Record<string, string> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', ß: 'SS', ẞ: 'SS', Å: 'AA', Ø: 'OE', Æ: 'AE' };

/** The letters as ICAO 9303 writes them out. */
export const speltOut = (text: string) => text.replace(/[ÄÖÜßẞÅØÆ]/g, (letter) => spellings[letter]!);

const umlauts: Record<string, string> = { A: 'Ä', O: 'Ö', U: 'Ü' };

/**
 * The printed word with the umlauts that the MRZ spells out: BJÓRN and BJOERN. Null if the words differ in anything
 * else. Where the print shows no mark at all, only in a language with umlauts: MANUL is a misread MANUEL elsewhere.
 */
export function restoreUmlauts(printed: string, spelt: string, hasUmlauts = false): string | null {
  const letters = [...printed.toUpperCase()];
  const restored = restoreLetters(letters, spelt, hasUmlauts ? /[EL]/ : null);
  if (restored || !hasUmlauts) return restored;
  // JOEL and MICHAEL lack one E at most: a word with several umlauts, as HÄMÄLÄINEN, is none of those.
  const all = restoreLetters(letters, spelt, /E/);
  return all && [...all].filter((letter, i) => letter !== letters[i]).length > 1 ? all : null;
}

/** Restores umlauts, those without any mark in print only where none of the letters `excluded` follows the E. */
function restoreLetters(letters: string[], spelt: string, excluded: RegExp | null): string | null {
  let at = 0;
  const restored = letters.map((letter, i) => {
    if (!/\p{L}/u.test(letter)) return letter;
    const umlaut = umlautAt(letter, letters[i + 1], spelt.slice(at), excluded);
    at += umlaut ? 2 : spelt.startsWith(stripAccents(letter), at) ? 1 : Infinity;
    return umlaut ?? letter;
  });
  return at === spelt.length && restored.join() !== letters.join() ? restored.join('') : null;
}

/** The umlaut of a letter if the MRZ has an E behind it that the print does not. */
function umlautAt(letter: string, next: string | undefined, spelt: string, excluded: RegExp | null): string | null {
  const plain = stripAccents(letter);
  if (!(plain in umlauts) || !spelt.startsWith(`${plain}E`) || next === 'E') return null;
  return letter !== plain || (excluded && !excluded.test(spelt[2] ?? 'E')) ? umlauts[plain]! : null;
}
