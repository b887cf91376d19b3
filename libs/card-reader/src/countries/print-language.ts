import { languages } from '../languages';
import type { Language, TextModel } from '../languages/language';
import { normalizeText } from '../text/normalize-text';

const known = languages.filter(({ ownWords }) => ownWords);
const withModel = known.filter(({ model }) => model);

const MIN_WORDS = 2;

/** Whether words identify the language that a model reads. */
export const hasWords = (model: TextModel): boolean => withModel.some((language) => language.model?.name === model);

/** The model for the language of a card by its words; null if they are those of no language, or of several. */
export function languageOfPrint(texts: string[]): TextModel | null {
  const [first, second] = countWords(texts, withModel);
  return first!.count >= MIN_WORDS && first!.count > second!.count ? first!.language.model!.name : null;
}

/** Every language of which a side has words; none where fewer than two words decide. */
export function languagesOfPrint(texts: string[]): Language[] {
  const counts = countWords(texts, known);
  const isCertain = counts[0]!.count >= MIN_WORDS;
  return isCertain ? counts.filter(({ count }) => count > 0).map(({ language }) => language) : [];
}

function countWords(texts: string[], among: Language[]) {
  const all = texts.flatMap((text) => normalizeText(text).split(' ')).map((word) => `${word} `);
  return among
    .map((language) => ({
      language,
      count: language.ownWords!.filter((start) => all.some((word) => word.startsWith(start))).length,
    }))
    .sort((a, b) => b.count - a.count);
}
