/** What the check digits of several countries share. */

export const digitsOf = (text: string): number[] => [...text].map(Number);

export const weightedSum = (digits: number[], weights: number[]): number =>
  digits.reduce((sum, digit, i) => sum + digit * (weights[i] ?? 0), 0);
