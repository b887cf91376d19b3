import type { Day, Language } from './persons';

const months: Record<Language, string[]> = {
  es: ['ENE', 'FEB', 'MAR', 'ABR', 'MAY', 'JUN', 'JUL', 'AGO', 'SEP', 'OCT', 'NOV', 'DIC'],
  pt: ['JAN', 'FEV', 'MAR', 'ABR', 'MAI', 'JUN', 'JUL', 'AGO', 'SET', 'OUT', 'NOV', 'DEZ'],
  en: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  de: ['JAN', 'FEB', 'MÄR', 'APR', 'MAI', 'JUN', 'JUL', 'AUG', 'SEP', 'OKT', 'NOV', 'DEZ'],
  fr: ['JANV', 'FÉVR', 'MARS', 'AVR', 'MAI', 'JUIN', 'JUIL', 'AOÛT', 'SEPT', 'OCT', 'NOV', 'DÉC'],
  it: ['GEN', 'FEB', 'MAR', 'APR', 'MAG', 'GIU', 'LUG', 'AGO', 'SET', 'OTT', 'NOV', 'DIC'],
};

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Day, month and year as numbers with a separator. */
export function numericDate({ day, month, year }: Day, separator: string): string {
  return [twoDigits(day), twoDigits(month), year].join(separator);
}

/** The month as a word, in one language or two. */
export function wordDate({ day, month, year }: Day, ...languages: Language[]): string {
  return `${twoDigits(day)} ${languages.map((language) => months[language][month - 1]).join('/')} ${year}`;
}

/** YYMMDD, as in the MRZ. */
export function mrzDate({ day, month, year }: Day): string {
  return `${twoDigits(year % 100)}${twoDigits(month)}${twoDigits(day)}`;
}
