import { numericDate } from '../dates';
import { below, cardMrzAt, cardSize, portrait, title, type Style } from '../elements';
import { mrzDataOf, truthOf, type Layout } from '../layout';
import { cardMrz } from '../mrz';

const style: Style = {
  typeface: 'roboto-condensed',
  label: { size: 19, colour: '#44546c', weight: 400 },
  value: { size: 28, colour: '#12161e', weight: 700 },
  background: ['#f2f6ee', '#d8e4cf'],
  lines: '#9fbf8e',
};

/** The number in the header; that of the card is that of the person. */
export const bolivia: Layout = {
  id: 'bol',
  language: 'es',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = String(random.integer(1_200_000, 12_900_000));
    const data = { code: 'ID', country: 'BOL', nationality: 'BOL', number };
    const mrz = cardMrz({ ...data, ...mrzDataOf(bearer) });
    return {
      front: [
        title('ESTADO PLURINACIONAL DE BOLIVIA', 70, 64, 30),
        title('CÉDULA DE IDENTIDAD', 70, 104, 24),
        title(`N° ${number}`, 900, 104, 32),
        portrait({ x: 70, y: 150, width: 310, height: 400 }),
        ...below(style, [430, 180], 'NOMBRES', person.givenNames.join(' ')),
        ...below(style, [430, 270], 'APELLIDOS', person.surnames.join(' ')),
        ...below(style, [430, 360], 'FECHA DE NACIMIENTO', numericDate(person.birth, '/')),
        ...below(style, [830, 360], 'SEXO', person.gender),
        ...below(style, [430, 450], 'FECHA DE EMISIÓN', numericDate(validity.issue, '/')),
        ...below(style, [830, 450], 'FECHA DE EXPIRACIÓN', numericDate(validity.due, '/')),
        ...below(style, [430, 540], 'NACIONALIDAD', 'BOLIVIANA'),
      ],
      back: [
        ...below(style, [90, 110], 'LUGAR DE NACIMIENTO', 'COCHABAMBA - CERCADO'),
        ...below(style, [90, 210], 'ESTADO CIVIL', 'SOLTERO(A)'),
        ...below(style, [90, 310], 'DOMICILIO', 'AV. PANDO 1270'),
        cardMrzAt(mrz, 580),
      ],
      truth: truthOf(bearer, { nin: number, nationality: 'BOL', document_number: number }),
      mrz,
    };
  },
};
