import { numericDate, wordDate } from '../dates';
import { cardSize, portrait, title, type Element, type Style } from '../elements';
import { truthOf, type Layout } from '../layout';
import { dotted } from '../national-numbers';

const style: Style = {
  typeface: 'roboto-condensed',
  label: { size: 21, colour: '#5a4d22', weight: 400 },
  value: { size: 33, colour: '#17130a', weight: 700 },
  background: ['#fbf3d2', '#ead9a4'],
  lines: '#ccb56c',
};

/** A value with its label below. */
function above([x, y]: [number, number], label: string, value: string): Element[] {
  return [
    { kind: 'text', text: value, x, y, ...style.value },
    { kind: 'text', text: label, x, y: y + 30, ...style.label },
  ];
}

/** No MRZ: print on both sides, a PDF417 code on the back. Never expires. */
export const colombia: Layout = {
  id: 'clm',
  language: 'es',
  years: 0,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = `10${random.digits(8)}`;
    const plain = (text = '') => text.normalize('NFD').replace(/\p{M}/gu, '');
    const cell = (text: string | undefined, length: number) => plain(text).padEnd(length, '\0');
    const names = [...[0, 1].map((at) => person.surnames[at]), ...[0, 1].map((at) => person.givenNames[at])];
    const birth = numericDate(person.birth, '').replace(/(..)(..)(....)/, '$3$2$1');
    const holder = `${number}${names.map((name) => cell(name, 23)).join('')}0${person.gender}${birth}`;
    const start = `0${random.digits(9)}PubDSK_1${'\0'.repeat(6)}${random.digits(8)}${'\0'.repeat(2)}`;
    const code = `${start}${holder}0${random.digits(5)}O+`;
    return {
      front: [
        title('REPÚBLICA DE COLOMBIA', 80, 70, 34, '#4d4220'),
        title('IDENTIFICACIÓN PERSONAL', 80, 110, 22, '#4d4220'),
        title('CÉDULA DE CIUDADANÍA', 80, 145, 28, '#4d4220'),
        { kind: 'text', text: 'NÚMERO', x: 80, y: 225, ...style.label },
        { kind: 'text', text: dotted(number), x: 190, y: 225, size: 40, weight: 700, colour: '#17130a' },
        ...above([80, 330], 'APELLIDOS', person.surnames.join(' ')),
        ...above([80, 450], 'NOMBRES', person.givenNames.join(' ')),
        portrait({ x: 850, y: 200, width: 340, height: 460 }),
      ],
      back: [
        { kind: 'box', x: 80, y: 60, width: 250, height: 320, colour: '#e2d19a' },
        { kind: 'text', text: 'FECHA DE NACIMIENTO', x: 400, y: 90, ...style.label },
        { kind: 'text', text: wordDate(person.birth, 'es').replaceAll(' ', '-'), x: 640, y: 90, ...style.value },
        ...above([400, 165], 'LUGAR DE NACIMIENTO', 'MEDELLÍN (ANTIOQUIA)'),
        ...above([400, 265], 'ESTATURA', '1.68'),
        ...above([640, 265], 'G.S. RH', 'O+'),
        ...above([860, 265], 'SEXO', person.gender),
        ...above(
          [400, 365],
          'FECHA Y LUGAR DE EXPEDICIÓN',
          `${wordDate(validity.issue, 'es').replaceAll(' ', '-')} MEDELLÍN`,
        ),
        { kind: 'barcode', format: 'PDF417', text: code, x: 80, y: 480, width: 1120, height: 240 },
      ],
      truth: truthOf(bearer, { nin: number, nationality: 'COL', document_number: number, date_due: null }),
      barcode: 'PDF417',
    };
  },
};
