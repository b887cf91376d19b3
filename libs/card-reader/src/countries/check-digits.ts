/** What the check digits of several countries share. */

export const digitsOf = (text: string): number[] => [...text].map(Number);

export const weightedSum = (digits: number[], weights: number[]): number =>
  digits.reduce((sum, digit, i) => sum + digit * (weights[i] ?? 0), 0);

/** Luhn's check digit: from the right, every second digit is doubled. */
export function luhnDigit(text: string): number {
  const sum = digitsOf(text).reduce((total, digit, i) => {
    const doubled = (text.length - i) % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** The check digit of ICAO 9303: weights 7, 3 and 1; letters count from 10, fillers count 0. */
export function mrzCheckDigit(text: string): number {
  const valueOf = (letter: string) => (/[A-Z0-9]/.test(letter) ? parseInt(letter, 36) : 0);
  return [...text].reduce((sum, letter, i) => sum + valueOf(letter) * [7, 3, 1][i % 3]!, 0) % 10;
}
