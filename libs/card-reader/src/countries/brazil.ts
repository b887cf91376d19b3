import { alphanumeric, digitsOnly } from '../text/misread-characters';
import { digitsOf } from './check-digits';
import type { Country } from './country';

/** CPF: nine digits and two check digits modulo 11. */
export function isCpf(text: string): boolean {
  if (!/^\d{11}$/.test(text) || /^(\d)\1+$/.test(text)) return false;
  const digits = digitsOf(text);
  const [first, second] = [9, 10].map((length) => {
    const sum = digits.slice(0, length).reduce((total, digit, i) => total + digit * (length + 1 - i), 0);
    return ((sum * 10) % 11) % 10;
  });
  return first === digits[9] && second === digits[10];
}

export const brazil: Country = {
  code: 'BRA',
  headers: ['REPUBLICA FEDERATIVA DO BRASIL', 'FEDERATIVA DO BRASIL'],
  nationalNumber: {
    mrzField: 'optional_first',
    parse(text) {
      const number = digitsOnly(text, 11, 11);
      return number ? `${number.slice(0, -2)}-${number.slice(-2)}` : null;
    },
    hasValidCheckDigit: (number) => isCpf(alphanumeric(number)),
  },
  fullNameOrder: 'names_first',
  language: 'por',
  // Where the CPF is not the number of the register, the register's is that of the card.
  labels: {
    nin: ['CPF', 'REGISTRO GERAL CPF'],
    document_number: ['REGISTRO GERAL', 'RG'],
    other: ['NOME SOCIAL', 'ORGAO EXPEDIDOR', 'DOC ORIGEM', 'PIS PASEP'],
  },
  isForCitizensOnly: true,
  demonyms: ['BRASILEN', 'BRASILEIR', 'BRAZILIAN'],
};
