import type { PrintLanguage } from './country';
import { normalizeText } from '../text/normalize-text';

/** The beginnings of words that only cards in this language print. Other languages follow from the country. */
const words = {
  spa: [
    'APELLIDO',
    'NOMBRES',
    'NACIMIENTO',
    'NACIONALIDAD ',
    'VENCIMIENTO',
    'EXPEDICION',
    'EMISION ',
    'FECHA ',
    'CEDULA',
    'IDENTIDAD ',
    'SOLTER',
    'OFICINA',
    'LICENCIA ',
    'CONDUCIR ',
    'DIRECCION ',
    'PROPIEDAD ',
    'SANGRE ',
    'INTRANSFERIBLE ',
    'EXTRANJERIA ',
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
} satisfies Partial<Record<PrintLanguage, string[]>>;
/** English is read by the model for Spanish. */
type CardLanguage = keyof typeof words | 'eng';

const english = [
  'SURNAME',
  'GIVEN ',
  'FORENAME',
  'BIRTH',
  'NATIONALITY ',
  'CITIZENSHIP ',
  'GENDER ',
  'ISSUE ',
  'ISSUED ',
  'ISSUING ',
  'EXPIRY ',
  'EXPIRES ',
  'UNTIL ',
  'AUTHORITY ',
  'REGISTRATION ',
  'HOLDER ',
];
const MIN_WORDS = 2;

/** Whether words identify the language. */
export const hasWords = (language: PrintLanguage): boolean => language in words;

/** The language of a card by its words; null if they are those of no language with a model, or of several. */
export function languageOfPrint(texts: string[]): PrintLanguage | null {
  const [first, second] = countWords(texts, words);
  return first!.count >= MIN_WORDS && first!.count > second!.count ? first!.language : null;
}

/** Every language of which a side has words; none where fewer than two words decide. */
export function languagesOfPrint(texts: string[]): CardLanguage[] {
  const counts = countWords<CardLanguage>(texts, { ...words, eng: english });
  const isCertain = counts[0]!.count >= MIN_WORDS;
  return isCertain ? counts.filter(({ count }) => count > 0).map(({ language }) => language) : [];
}

function countWords<L extends string>(texts: string[], wordsOf: Record<L, string[]>) {
  const all = texts.flatMap((text) => normalizeText(text).split(' ')).map((word) => `${word} `);
  return (Object.entries(wordsOf) as [L, string[]][])
    .map(([language, starts]) => ({
      language,
      count: starts.filter((start) => all.some((word) => word.startsWith(start))).length,
    }))
    .sort((a, b) => b.count - a.count);
}
