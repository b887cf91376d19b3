import { listedWords } from './listed-words';
import { normalizeText } from './normalize-text';

const words: Record<string, string[]> = {
  M: listedWords(`
    M; H; MASCULINO; MASC; HOMBRE; MALE; VARON; HOMEM; MASCULIN; MANNLICH; MASCHIO; MASCHILE; MEZCZYZNA; MIES; ERKEK;
    LELAKI; LAKI LAKI; ME; MWANAUME
  `),
  F: listedWords(`
    F; FEMENINO; FEMININO; FEM; MUJER; FEMALE; MULHER; FEMININ; WEIBLICH; FEMMINA; FEMMINILE; KOBIETA; VROUW; KVINNA;
    NAINEN; KADIN; PEREMPUAN; KE; MWANAMKE
  `),
  X: listedWords('X; NO BINARIO; NB'),
};

/**
 * The gender of a printed text as M, F or X. In several languages, V/F or N/K/F, the word that is known decides; two
 * that differ are a label, or misread. `usesHombreMujer`: H is hombre and M is mujer, as on Mexican cards.
 */
export function parseGender(text: string, usesHombreMujer: boolean): string | null {
  const parts = text.split('/').map(normalizeText);
  const [word] = parts;
  if (usesHombreMujer && (word === 'H' || word === 'M')) return word === 'H' ? 'M' : 'F';
  const found = new Set(parts.map(genderOfWord).filter((gender) => gender !== null));
  return found.size === 1 ? [...found][0]! : null;
}

const genderOfWord = (word: string) => Object.entries(words).find(([, known]) => known.includes(word))?.[0] ?? null;
