import { editDistance, normalizeText } from '../text/normalize-text';
import { type Country, anyCountry, countries } from '.';

/** Utopia, the country of specimens: its code says nothing about the card. */
const UTOPIA = 'UTO';

/** The country by the code in MRZ or barcode, else by the header of the card. */
export function identifyCountry(texts: string[], code: string | null): Country {
  if (code && code !== UTOPIA) {
    const known = countries.find((country) => country.code === code);
    if (known) return known;
    if (/^[A-Z]{3}$/.test(code)) return countryByHeader(texts) ?? { ...anyCountry, code };
  }
  return countryByHeader(texts) ?? anyCountry;
}

function countryByHeader(texts: string[]): Country | null {
  const normalized = texts.map(normalizeText);
  return (
    countries.find(({ headers }) => headers.some((header) => normalized.some((text) => shows(text, header)))) ?? null
  );
}

/** A short header must be a whole word; a fifth of the letters of a long one may be misread. */
function shows(text: string, header: string): boolean {
  if (header.length < 10) return ` ${text} `.includes(` ${header} `);
  if (text.includes(header)) return true;
  return Math.abs(text.length - header.length) < 4 && editDistance(text, header) <= header.length * 0.2;
}
