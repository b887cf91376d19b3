import { countries } from '.';
import type { Country, PrintLanguage } from './country';
import { hasWords, languageOfPrint } from './print-language';

/** The countries without a file whose cards print names in a language with a model; where several do, the first. */
const speakers: Record<PrintLanguage, string> = {
  spa: 'CUB ECU GNQ HND NIC PER PRI SLV',
  por: 'AGO CPV GNB MOZ STP TLS',
  deu: 'AUT CHE LIE',
  fra: 'BEL BEN BFA CAF CIV CMR COD COG COM DJI GAB GIN HTI LUX MCO MDG MLI NER SEN TCD TGO',
  ita: 'SMR VAT',
  ces: 'CZE',
  dan: 'DNK FRO GRL NOR',
  est: 'EST',
  hrv: 'BIH HRV MNE SRB SVN',
  hun: 'HUN',
  isl: 'ISL',
  lav: 'LVA',
  lit: 'LTU',
  mlt: 'MLT',
  nld: 'ABW CUW NLD SUR SXM',
  pol: 'POL',
  ron: 'MDA ROU',
  slk: 'SVK',
  sqi: 'ALB XKX',
  swe: 'FIN SWE',
  tur: 'TUR',
  vie: 'VNM',
};

/**
 * The language of the names on a card. Its words may be a translation: they decide only if words can identify the
 * country's own language.
 */
export function languageOfCard(country: Pick<Country, 'code' | 'language'>, texts: string[]): PrintLanguage | null {
  const ofCountry = languageOfCountry(country);
  if (country.language || (ofCountry && !hasWords(ofCountry))) return ofCountry;
  return languageOfPrint(texts) ?? ofCountry;
}

/** The language of the names on the cards of a country; null where it is unknown. */
export function languageOfCountry({ code, language }: Pick<Country, 'code' | 'language'>): PrintLanguage | null {
  const file = countries.find((country) => country.code === code);
  if (language || file) return language ?? file?.language ?? 'spa';
  const found = (Object.keys(speakers) as PrintLanguage[]).find((one) => speakers[one].split(' ').includes(code));
  return found ?? null;
}
