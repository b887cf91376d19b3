import { normalizeText } from './normalize-text';

const words: Record<string, string[]> = {
  M: ['M', 'H', 'MASCULINO', 'MASC', 'HOMBRE', 'MALE', 'VARON', 'HOMEM', 'MASCULIN', 'MANNLICH', 'MASCHIO', 'MASCHILE'],
  F: ['F', 'FEMENINO', 'FEMININO', 'FEM', 'MUJER', 'FEMALE', 'MULHER', 'FEMININ', 'WEIBLICH', 'FEMMINA', 'FEMMINILE'],
  X: ['X', 'NO BINARIO', 'NB'],
};

/** The gender of a printed text as M, F or X. `usesHombreMujer`: H is hombre and M is mujer, as on Mexican cards. */
export function parseGender(text: string, usesHombreMujer: boolean): string | null {
  const word = normalizeText(text.split('/')[0] ?? '');
  if (usesHombreMujer && (word === 'H' || word === 'M')) return word === 'H' ? 'M' : 'F';
  return Object.entries(words).find(([, known]) => known.includes(word))?.[0] ?? null;
}
