import { countries } from '.';
import { languages } from '../languages';
import type { TextModel } from '../languages/language';
import type { Country } from './country';
import { hasWords, languageOfPrint } from './print-language';

/**
 * The model for the names on a card. Its words may be a translation: they decide only if words can identify the
 * country's own language.
 */
export function languageOfCard(country: Pick<Country, 'code' | 'language'>, texts: string[]): TextModel | null {
  const ofCountry = languageOfCountry(country);
  if (country.language || (ofCountry && !hasWords(ofCountry))) return ofCountry;
  return languageOfPrint(texts) ?? ofCountry;
}

/** The model for the names on the cards of a country; null where its language is unknown. */
export function languageOfCountry({ code, language }: Pick<Country, 'code' | 'language'>): TextModel | null {
  const file = countries.find((country) => country.code === code);
  if (language || file) return language ?? file?.language ?? 'spa';
  return languages.find(({ model }) => model?.countries?.split(' ').includes(code))?.model?.name ?? null;
}
