import { editDistance, normalizeText } from '../text/normalize-text';
import { type Country, countries, countryWithoutFile } from '.';
import { isOfAmericanState } from './american-states';
import { countryNamedIn } from './country-names';
import { countryCode } from './nationalities';

/** Utopia, the country of specimens: its code says nothing about the card. */
const UTOPIA = 'UTO';
const UNITED_STATES = 'USA';
/** The header of a card is in its first lines, not counting what was read into its emblem. */
const [HEADER_LINES, MIN_HEADER] = [4, 4];

/**
 * The country by the code in MRZ or barcode, else by the header of the card, clearly read or misread. The texts are in
 * the order of the card; some cards name their country on the back alone.
 */
export function identifyCountry(front: string[], code: string | null, back: string[] = []): Country {
  const texts = [...front, ...back];
  const coded = code === UTOPIA ? null : countryCode(code ?? '');
  if (coded === UNITED_STATES || (!coded && namesUnitedStates(texts))) return countryByCode(UNITED_STATES);
  const clear = knownCountry(coded) ?? countryByHeader(texts, isWithin);
  return clear ?? (coded ? countryByCode(coded) : countryByPrint(front, back));
}

/** A line of the back may resemble the header of a country that the front does not name. */
function countryByPrint(front: string[], back: string[]): Country {
  const texts = [...front, ...back];
  return (
    countryByHeader(headerOf(front)) ??
    countryNamed(texts) ??
    countryNamed(back) ??
    countryByHeader(texts) ??
    countryByCode(null)
  );
}

/** The country that the header alone names; null if it names none. */
export const headerCountry = (texts: string[]): string | null =>
  namesUnitedStates(texts) ? UNITED_STATES : (countryByHeader(headerOf(texts))?.code ?? namedInHeader(texts));

const headerOf = (texts: string[]) =>
  texts.filter((text) => normalizeText(text).length >= MIN_HEADER && !ADDRESS.test(text)).slice(0, HEADER_LINES);

/** An address has commas between its parts: Congo Town, Tubman Boulevard, Monrovia. */
const ADDRESS = /,.+,/;

const knownCountry = (code: string | null) => countries.find((country) => country.code === code) ?? null;

export const countryByCode = (code: string | null): Country => knownCountry(code) ?? countryWithoutFile(code ?? '');

/** New Mexico, Georgia and Puerto Rico are names of other countries as well. */
const namesUnitedStates = (texts: string[]) =>
  headerOf(texts).some((text) => isWithin(normalizeText(text), UNITED_STATES)) ||
  isOfAmericanState(headerOf(texts), texts);

const countryNamed = (texts: string[]) => {
  const code = namedInHeader(texts);
  return code === null ? null : countryByCode(code);
};

function namedInHeader(texts: string[]): string | null {
  const named = headerOf(texts).map(countryNamedIn);
  return named.find((code) => code !== null) ?? null;
}

function countryByHeader(texts: string[], isShown = shows): Country | null {
  const normalized = texts.map(normalizeText);
  return (
    countries.find(({ headers }) => headers.some((header) => normalized.some((text) => isShown(text, header)))) ?? null
  );
}

const isWithin = (text: string, header: string) => ` ${text} `.includes(` ${header} `);

/** A short header must be a whole word; a fifth of the letters of a long one may be misread. */
function shows(text: string, header: string): boolean {
  if (header.length < 10 || isWithin(text, header)) return isWithin(text, header);
  if (Math.abs(text.length - header.length) > 3 || editDistance(text, header) > header.length * 0.2) return false;
  // What distinguishes REPUBLICA DE CHILE from REPUBLICA DE CUBA is the end.
  const name = header.split(/ (?:DE|DEL|DO|DI|OF) /).at(-1)!;
  const end = text.split(' ').slice(-name.split(' ').length).join(' ');
  return editDistance(end, name) <= Math.max(1, Math.floor(name.length * 0.2));
}
