import { countries } from '.';

/**
 * The country whose form alone a number has, with a right check digit: a CURP shows Mexico without any header. Forms
 * that are a few digits long say nothing: numbers of other countries have them by chance.
 */
export function numberCountry(texts: string[]): string | null {
  const found = new Set(texts.flatMap(countriesOfNumber));
  return found.size === 1 ? [...found][0]! : null;
}

const countriesOfNumber = (text: string): string[] =>
  countries.flatMap(({ code, numberWithin, nationalNumber: { parse, hasValidCheckDigit, isDistinctive } }) => {
    if (numberWithin?.(text)) return [code];
    const number = isDistinctive ? parse(text) : null;
    return number !== null && hasValidCheckDigit(number) === true ? [code] : [];
  });
