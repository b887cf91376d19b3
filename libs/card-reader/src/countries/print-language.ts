import type { PrintLanguage } from './country';
import { normalizeText } from '../text/normalize-text';

/** The beginnings of words that only cards in this language print. */
const words: Record<PrintLanguage, string[]> = {
  spa: [
    'APELLIDO',
    'NOMBRES',
    'NACIMIENTO',
    'NACIONALIDAD ',
    'VENCIMIENTO',
    'EXPEDICION',
    'CEDULA',
    'IDENTIDAD ',
    'SOLTER',
    'OFICINA',
  ],
  por: [
    'APELIDO',
    'SOBRENOME',
    'NASCIMENTO',
    'NACIONALIDADE',
    'VALIDADE',
    'EMISSAO',
    'CIDAD',
    'NATURALIDADE',
    'IDENTIDADE',
  ],
  deu: ['GEBURT', 'VORNAME', 'FAMILIENNAME', 'STAATS', 'GULTIG', 'AUSGESTELLT', 'AUSSTELL', 'GESCHLECHT', 'AUSWEIS'],
  fra: ['PRENOM', 'NAISSANCE', 'NATIONALITE ', 'DELIVR', 'EXPIRATION', 'SEXE', 'IDENTITE', 'VALABLE', 'REPUBLIQUE'],
  ita: ['COGNOME', 'NASCITA', 'CITTADINANZA', 'SCADENZA', 'RILASCIO', 'SESSO', 'REPUBBLICA', 'IDENTITA ', 'LUOGO'],
};
const MIN_WORDS = 2;

/** The language of a card by its words; null if they are those of no language with a model, or of several. */
export function languageOfPrint(texts: string[]): PrintLanguage | null {
  const [first, second] = countWords(texts);
  return first!.count >= MIN_WORDS && first!.count > second!.count ? first!.language : null;
}

/** Every language of which a side has words; none where fewer than two words decide. */
export function languagesOfPrint(texts: string[]): PrintLanguage[] {
  const counts = countWords(texts);
  const isCertain = counts[0]!.count >= MIN_WORDS;
  return isCertain ? counts.filter(({ count }) => count > 0).map(({ language }) => language) : [];
}

function countWords(texts: string[]) {
  const all = texts.flatMap((text) => normalizeText(text).split(' ')).map((word) => `${word} `);
  return (Object.keys(words) as PrintLanguage[])
    .map((language) => ({
      language,
      count: words[language].filter((start) => all.some((word) => word.startsWith(start))).length,
    }))
    .sort((a, b) => b.count - a.count);
}
