import type { Country } from './country';

/** A country without a file of its own: the number is what a label announces, or the optional data of the MRZ. */
export const anyCountry: Country = {
  code: '',
  headers: [],
  nationalNumber: {
    mrzField: 'optional_first',
    parse(text) {
      const number = text
        .toUpperCase()
        .replace(/[^A-Z0-9-]/g, '')
        .replace(/^-+|-+$/g, '');
      return /\d/.test(number) && number.length >= 5 && number.length <= 20 ? number : null;
    },
    hasValidCheckDigit: () => null,
  },
  demonyms: [],
};
