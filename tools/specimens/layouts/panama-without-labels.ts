import { wordDate } from '../dates';
import { beside, cardSize, ghost, portrait, title, type Style } from '../elements';
import { truthOf, type Layout } from '../layout';

const style: Style = {
  typeface: 'lato',
  label: { size: 19, colour: '#3c4a58', weight: 400 },
  value: { size: 25, colour: '#10151c', weight: 700 },
  background: ['#fbf4ee', '#e9dfe6'],
  lines: '#c9b3a6',
};

const inSmallLetters = (names: string[]) =>
  names.map((name) => name.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())).join(' ');

/** Given names, and surnames below them, in large letters without labels; a code that has them. */
export const panamaWithoutLabels: Layout = {
  id: 'pnl',
  language: 'es',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = `${random.integer(1, 9)}-${random.integer(100, 999)}-${random.integer(100, 2499)}`;
    const [given, surnames] = [inSmallLetters(person.givenNames), inSmallLetters(person.surnames)];
    const [birth, issue, due] = [person.birth, validity.issue, validity.due].map((date) =>
      wordDate(date, 'es').replaceAll(' ', '-').toLowerCase(),
    ) as [string, string, string];
    return {
      front: [
        title('REPÚBLICA DE PANAMÁ', 440, 80, 34),
        title('TRIBUNAL ELECTORAL', 470, 120, 26),
        portrait({ x: 60, y: 150, width: 300, height: 380 }),
        ghost({ x: 1050, y: 500, width: 150, height: 190 }),
        title(given, 410, 195, 36, '#10151c'),
        title(surnames, 410, 245, 36, '#10151c'),
        ...beside(style, [410, 310, 220], 'NOMBRE USUAL:', given.split(' ')[0]!),
        ...beside(style, [410, 360, 290], 'FECHA DE NACIMIENTO:', birth),
        ...beside(style, [410, 410, 290], 'LUGAR DE NACIMIENTO:', 'CHIRIQUÍ, DAVID'),
        ...beside(style, [410, 460, 90], 'SEXO:', person.gender),
        ...beside(style, [410, 510, 140], 'EXPEDIDA:', issue),
        ...beside(style, [770, 510, 110], 'EXPIRA:', due),
        title(number, 410, 610, 52, '#10151c'),
      ],
      back: [
        {
          kind: 'barcode',
          format: 'QRCode',
          text: [number, given, surnames, person.gender, birth, issue, due].join('|'),
          x: 110,
          y: 130,
          width: 300,
          height: 300,
        },
        title('TRIBUNAL ELECTORAL', 470, 90, 30),
        title('DIRECCIÓN NACIONAL DE CEDULACIÓN', 470, 130, 22),
      ],
      truth: truthOf(bearer, { nin: number, nationality: 'PAN', document_number: number }),
      barcode: 'QRCode',
    };
  },
};
