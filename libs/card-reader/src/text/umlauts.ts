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
  let at = 0;
  const restored = letters.map((letter, i) => {
    if (!/\p{L}/u.test(letter)) return letter;
    const umlaut = umlautAt(letter, letters[i + 1], spelt.slice(at), hasUmlauts);
    at += umlaut ? 2 : spelt.startsWith(stripAccents(letter), at) ? 1 : Infinity;
    return umlaut ?? letter;
  });
  return at === spelt.length && restored.join() !== letters.join() ? restored.join('') : null;
}

/** The umlaut of a letter if the MRZ has an E behind it that the print does not. JOEL and MICHAEL have none. */
function umlautAt(letter: string, next: string | undefined, spelt: string, hasUmlauts: boolean): string | null {
  const plain = stripAccents(letter);
  if (!(plain in umlauts) || !spelt.startsWith(`${plain}E`) || next === 'E') return null;
  return letter !== plain || (hasUmlauts && !/[EL]/.test(spelt[2] ?? 'L')) ? umlauts[plain]! : null;
}
