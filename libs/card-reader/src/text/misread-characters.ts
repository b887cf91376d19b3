/** Replaces letters by the digits they resemble, for a place that allows digits only. */
export const toDigits = (text: string) =>
  text
    .toUpperCase()
    .replace(/[OQD]/g, '0')
    .replace(/[IL|]/g, '1')
    .replace(/Z/g, '2')
    .replace(/S/g, '5')
    .replace(/B/g, '8')
    .replace(/G/g, '6');

/** Replaces digits by the letters they resemble, for a place that allows letters only. */
export const toLetters = (text: string) =>
  text
    .replace(/0/g, 'O')
    .replace(/1/g, 'I')
    .replace(/2/g, 'Z')
    .replace(/5/g, 'S')
    .replace(/8/g, 'B')
    .replace(/6/g, 'G');

/** Removes dots, spaces and hyphens. */
export const alphanumeric = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** The number, if it has `min` to `max` digits and nothing else but punctuation. */
export function digitsOnly(text: string, min: number, max: number): string | null {
  const number = toDigits(alphanumeric(text));
  // A word is not a number, even if all its letters resemble digits.
  if (alphanumeric(text).replace(/\D/g, '').length < number.length / 2) return null;
  return /^\d+$/.test(number) && number.length >= min && number.length <= max ? number : null;
}
