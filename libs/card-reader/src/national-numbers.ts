/** Check digits of national identity numbers. Each function takes the number without dots, spaces and hyphens. */

const digitsOf = (text: string) => [...text].map(Number);
const weighted = (digits: number[], weights: number[]) => digits.reduce((sum, d, i) => sum + d * (weights[i] ?? 0), 0);

/** Chile: RUN, modulo 11, the digit may be K. */
export function isRun(text: string): boolean {
  if (!/^\d{6,8}[\dK]$/.test(text)) return false;
  const digits = digitsOf(text.slice(0, -1)).reverse();
  const sum = digits.reduce((total, d, i) => total + d * (2 + (i % 6)), 0);
  return '0123456789K0'[11 - (sum % 11)] === text.at(-1);
}

const CURP_VALUES = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** Mexico: CURP, eighteen letters and figures. */
export function isCurp(text: string): boolean {
  if (!/^[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{5}[A-Z\d]\d$/.test(text)) return false;
  const sum = [...text.slice(0, 17)].reduce((total, c, i) => total + CURP_VALUES.indexOf(c) * (18 - i), 0);
  return (10 - (sum % 10)) % 10 === Number(text[17]);
}

/** Ecuador: cédula, ten figures of which the first two name the province. */
export function isEcuadorianCedula(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false;
  const province = Number(text.slice(0, 2));
  if (!(province >= 1 && province <= 24) && province !== 30) return false;
  return luhnLike(text.slice(0, 9)) === Number(text[9]);
}

function luhnLike(text: string): number {
  const sum = digitsOf(text).reduce((total, d, i) => {
    const twice = i % 2 === 0 ? d * 2 : d;
    return total + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** Uruguay: cédula, seven figures and a check digit. */
export function isUruguayanCedula(text: string): boolean {
  if (!/^\d{7,8}$/.test(text)) return false;
  const digits = digitsOf(text.padStart(8, '0'));
  return (10 - (weighted(digits.slice(0, 7), [2, 9, 8, 7, 6, 3, 4]) % 10)) % 10 === digits[7];
}

/** Brazil: CPF, nine figures and two check digits. */
export function isCpf(text: string): boolean {
  if (!/^\d{11}$/.test(text) || /^(\d)\1+$/.test(text)) return false;
  const digits = digitsOf(text);
  const checks = [9, 10].map((length) => {
    const sum = digits.slice(0, length).reduce((total, d, i) => total + d * (length + 1 - i), 0);
    return ((sum * 10) % 11) % 10;
  });
  return checks[0] === digits[9] && checks[1] === digits[10];
}

/** Spain: DNI with its letter, NIE with its leading X, Y or Z. */
export const isSpanishId = (text: string) => /^[XYZ\d]\d{7}[A-Z]$/.test(text) && spanishLetter(text) === text[8];

/** The letter that belongs to the first eight places of a DNI or NIE. */
export function spanishLetter(text: string): string {
  const number = Number(text.slice(0, 8).replace(/^[XYZ]/, (c) => String('XYZ'.indexOf(c))));
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] ?? '';
}

/** Peru: DNI, eight figures, and the figure or letter printed after it. */
export function isPeruvianDni(number: string, check: string): boolean {
  if (!/^\d{8}$/.test(number)) return false;
  const rest = 11 - (weighted(digitsOf(number), [3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  const at = rest === 11 ? 0 : rest;
  return check === '67890112345'[at] || check === 'KABCDEFGHIJ'[at];
}
