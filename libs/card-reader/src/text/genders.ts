import { languages } from '../languages';
import { listedWords } from '../languages/listed-words';
import { normalizeText } from './normalize-text';

const genders = ['M', 'F', 'X'] as const;
const genderByWord = new Map<string, string>(
  genders.flatMap((gender) => [
    [gender, gender],
    ...languages.flatMap(({ genders: words }) =>
      (words?.[gender] ? listedWords(words[gender]) : []).map((word) => [word, gender] as const),
    ),
  ]),
);

/**
 * The gender of a printed text as M, F or X. In several languages, V/F or N/K/F, the word that is known decides; two
 * that differ are a label, or misread. `usesHombreMujer`: H is hombre and M is mujer, as on Mexican cards.
 */
export function parseGender(text: string, usesHombreMujer: boolean): string | null {
  const parts = text.split('/').map(normalizeText);
  const [word] = parts;
  if (usesHombreMujer && (word === 'H' || word === 'M')) return word === 'H' ? 'M' : 'F';
  const found = new Set(parts.map((part) => genderByWord.get(part)).filter((gender) => gender !== undefined));
  return found.size === 1 ? [...found][0]! : null;
}
