import {
  isCpf,
  isCurp,
  isEcuadorianCedula,
  isPeruvianDni,
  isRun,
  isSpanishId,
  isUruguayanCedula,
  spanishLetter,
} from '../national-numbers';
import { bareNumber, figures, figuresOnly } from './figures';
import type { Country } from './country';
import { curpIn, curpWithBirth } from './curp';

const chile: Country = {
  code: 'CHL',
  markers: ['REPUBLICA DE CHILE'],
  nin: {
    zone: 'optional_second',
    form(text) {
      const number = bareNumber(text).replace(/^RU[NT]/, '');
      const run = figures(number.slice(0, -1)) + (number.endsWith('K') ? 'K' : figures(number.slice(-1)));
      return /^\d{6,8}[\dK]$/.test(run) ? `${run.slice(0, -1)}-${run.slice(-1)}` : null;
    },
    holds: (number) => isRun(bareNumber(number)),
  },
};

const argentina: Country = {
  code: 'ARG',
  markers: ['REPUBLICA ARGENTINA'],
  nin: { zone: 'number', form: (text) => figuresOnly(text, 7, 8), holds: () => null },
  numberIsNin: true,
  documentLabelIsNin: true,
};

const peru: Country = {
  code: 'PER',
  markers: ['REPUBLICA DEL PERU'],
  nin: {
    zone: 'number',
    // The check figure is printed after the number, set off by a hyphen, and is no part of it.
    form: (text) => figuresOnly(text.replace(/^\s*DNI\s*/i, '').replace(/\s*[-–—]\s*[0-9A-K]\s*$/, ''), 8, 8),
    holds: () => null,
  },
  numberIsNin: true,
};

const colombia: Country = {
  code: 'COL',
  markers: ['REPUBLICA DE COLOMBIA'],
  nin: { zone: 'optional_second', form: (text) => figuresOnly(text, 6, 10), holds: () => null },
  numberIsNin: true,
  documentLabelIsNin: true,
  citizensOnly: true,
};

const ecuador: Country = {
  code: 'ECU',
  markers: ['REPUBLICA DEL ECUADOR'],
  nin: {
    zone: 'optional_first',
    form: (text) => figuresOnly(text.replace(/^\s*NUI\W*/i, ''), 10, 10),
    holds: isEcuadorianCedula,
  },
};

const mexico: Country = {
  code: 'MEX',
  markers: ['INSTITUTO NACIONAL ELECTORAL', 'CREDENCIAL PARA VOTAR', 'ESTADOS UNIDOS MEXICANOS', 'MEXICO'],
  nin: {
    form(text) {
      return curpIn(bareNumber(text).replace(/^CURP/, ''));
    },
    holds: isCurp,
    withBirth: curpWithBirth,
    telling: true,
  },
  fullName: 'lastnames_first',
  hombreMujer: true,
  citizensOnly: true,
};

const uruguay: Country = {
  code: 'URY',
  markers: ['REPUBLICA ORIENTAL DEL URUGUAY', 'ORIENTAL DEL URUGUAY'],
  nin: {
    zone: 'optional_first',
    form(text) {
      const number = figuresOnly(text, 7, 8);
      return number ? `${number.slice(0, -1)}-${number.slice(-1)}` : null;
    },
    holds: (number) => isUruguayanCedula(bareNumber(number)),
  },
};

const brazil: Country = {
  code: 'BRA',
  markers: ['REPUBLICA FEDERATIVA DO BRASIL', 'FEDERATIVA DO BRASIL'],
  nin: {
    form(text) {
      const number = figuresOnly(text, 11, 11);
      return number ? `${number.slice(0, -2)}-${number.slice(-2)}` : null;
    },
    holds: (number) => isCpf(bareNumber(number)),
  },
  fullName: 'names_first',
  language: 'por',
};

/** Figures its letter is easily read as. */
const readAs: Record<string, string> = { Z: '27', S: '58', B: '8', D: '0', Q: '0', G: '6', T: '17', J: '1', L: '1' };

/** A figure where the letter belongs is taken for the letter, if it looks like the very one that belongs there. */
function spanishId(text: string): string | null {
  const number = bareNumber(text).replace(/^DNI/, '');
  const start = number.slice(0, 1) + figures(number.slice(1, 8));
  const letter = spanishLetter(start);
  const last = (readAs[letter] ?? '').includes(number.slice(8) || ' ') ? letter : number.slice(8);
  return /^[XYZ\d]\d{7}[A-Z]$/.test(start + last) ? start + last : null;
}

const spain: Country = {
  code: 'ESP',
  markers: ['REINO DE ESPANA', 'DOCUMENTO NACIONAL DE IDENTIDAD', 'ESPANA'],
  nin: {
    zone: 'optional_first',
    form: spanishId,
    holds: isSpanishId,
  },
};

const paraguay: Country = {
  code: 'PRY',
  markers: ['REPUBLICA DEL PARAGUAY'],
  nin: { zone: 'number', form: (text) => figuresOnly(text, 5, 8), holds: () => null },
  numberIsNin: true,
  documentLabelIsNin: true,
};

/** A country without a template of its own: the free part of its MRZ, or what a label announces. */
export const anyCountry: Country = {
  code: '',
  markers: [],
  nin: {
    zone: 'optional_first',
    form(text) {
      const number = text
        .toUpperCase()
        .replace(/[^A-Z0-9-]/g, '')
        .replace(/^-+|-+$/g, '');
      return /\d/.test(number) && number.length >= 5 && number.length <= 20 ? number : null;
    },
    holds: () => null,
  },
};

export const countries: Country[] = [
  chile,
  argentina,
  peru,
  colombia,
  ecuador,
  mexico,
  uruguay,
  brazil,
  spain,
  paraguay,
];

export { isPeruvianDni };
export type { Country } from './country';
