import { folded } from './folded';

const words: Record<string, string[]> = {
  M: ['M', 'H', 'MASCULINO', 'MASC', 'HOMBRE', 'MALE', 'VARON', 'HOMEM'],
  F: ['F', 'FEMENINO', 'FEMININO', 'FEM', 'MUJER', 'FEMALE', 'MULHER'],
  X: ['X', 'NO BINARIO', 'NB'],
};

/** The gender a printed text names. A Mexican card writes H for hombre and M for mujer. */
export function genderIn(text: string, hombreMujer: boolean): string | null {
  const word = folded(text.split('/')[0] ?? '');
  if (hombreMujer && (word === 'H' || word === 'M')) return word === 'H' ? 'M' : 'F';
  return Object.entries(words).find(([, known]) => known.includes(word))?.[0] ?? null;
}
