import type { Day, Language } from './persons';

const months: Record<Language, string[]> = {
  es: ['ENE', 'FEB', 'MAR', 'ABR', 'MAY', 'JUN', 'JUL', 'AGO', 'SEP', 'OCT', 'NOV', 'DIC'],
  pt: ['JAN', 'FEV', 'MAR', 'ABR', 'MAI', 'JUN', 'JUL', 'AGO', 'SET', 'OUT', 'NOV', 'DEZ'],
  en: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
};

const two = (number: number) => String(number).padStart(2, '0');

/** Day, month and year as numbers with something between them. */
export function numericDate({ day, month, year }: Day, between: string): string {
  return [two(day), two(month), year].join(between);
}

/** The month as letters of a language, or of two. */
export function wordDate({ day, month, year }: Day, ...languages: Language[]): string {
  return `${two(day)} ${languages.map((language) => months[language][month - 1]).join('/')} ${year}`;
}

/** A date as the machine-readable zone holds it. */
export function zoneDate({ day, month, year }: Day): string {
  return `${two(year % 100)}${two(month)}${two(day)}`;
}
