import { wordDate } from '../dates';
import { below, beside, cardSize, portrait, title, type Style } from '../elements';
import { truthOf, type Layout } from '../layout';

const style: Style = {
  typeface: 'lato',
  label: { size: 19, colour: '#44546c', weight: 400 },
  value: { size: 28, colour: '#12161e', weight: 700 },
  background: ['#eef2fa', '#cfdaf0'],
  lines: '#8ea6d0',
};

/** No MRZ; dates with hyphens, the number in large digits without a label. */
export const panama: Layout = {
  id: 'pan',
  language: 'es',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = `${random.integer(1, 9)}-${random.integer(100, 999)}-${random.integer(100, 2499)}`;
    return {
      front: [
        title('REPÚBLICA DE PANAMÁ', 430, 70, 34),
        title('TRIBUNAL ELECTORAL', 430, 112, 26),
        portrait({ x: 70, y: 90, width: 310, height: 410 }),
        ...below(style, [430, 180], 'NOMBRE', person.givenNames.join(' ')),
        ...below(style, [430, 265], 'APELLIDO', person.surnames.join(' ')),
        ...beside(style, [430, 370, 330], 'FECHA DE NACIMIENTO:', wordDate(person.birth, 'es').replaceAll(' ', '-')),
        ...beside(style, [430, 430, 330], 'LUGAR DE NACIMIENTO:', 'PANAMÁ, DAVID'),
        ...beside(style, [430, 490, 110], 'SEXO:', person.gender),
        ...beside(style, [640, 490, 200], 'TIPO DE SANGRE:', 'O+'),
        ...beside(style, [430, 550, 180], 'EXPEDIDA:', wordDate(validity.issue, 'es').replaceAll(' ', '-')),
        ...beside(style, [830, 550, 130], 'EXPIRA:', wordDate(validity.due, 'es').replaceAll(' ', '-')),
        title(number, 430, 660, 46),
      ],
      back: [
        {
          kind: 'barcode',
          format: 'QRCode',
          text: `https://id.example/${random.digits(20)}`,
          x: 110,
          y: 90,
          width: 300,
          height: 300,
        },
        ...below(style, [520, 140], 'NACIONALIDAD', 'PANAMEÑA'),
        ...below(style, [520, 240], 'NOMBRE USUAL', person.givenNames[0]!),
      ],
      truth: truthOf(bearer, { nin: number, nationality: 'PAN', document_number: number }),
    };
  },
};
