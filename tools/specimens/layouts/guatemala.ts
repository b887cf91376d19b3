import { wordDate } from '../dates';
import { below, cardMrzAt, cardSize, portrait, title, type Style } from '../elements';
import { mrzDataOf, truthOf, type Layout } from '../layout';
import { cardMrz } from '../mrz';
import { cui } from '../national-numbers';

const style: Style = {
  typeface: 'lato',
  label: { size: 19, colour: '#44546c', weight: 400 },
  value: { size: 28, colour: '#12161e', weight: 700 },
  background: ['#eef2fa', '#cfdaf0'],
  lines: '#8ea6d0',
};

/** A long number in three groups; dates without spaces. */
export const guatemala: Layout = {
  id: 'gtm',
  language: 'es',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = cui(random);
    const printed = number.replace(/(....)(.....)(....)/, '$1 $2 $3');
    const document = random.digits(9);
    const data = { code: 'ID', country: 'GTM', nationality: 'GTM', number: document, optional: number };
    const mrz = cardMrz({ ...data, ...mrzDataOf(bearer) });
    return {
      front: [
        title('REPÚBLICA DE GUATEMALA', 70, 62, 32),
        title('REGISTRO NACIONAL DE LAS PERSONAS', 70, 100, 22),
        title('DOCUMENTO PERSONAL DE IDENTIFICACIÓN', 70, 134, 22),
        portrait({ x: 70, y: 170, width: 310, height: 400 }),
        ...below(style, [430, 190], 'CUI', printed),
        ...below(style, [430, 280], 'NOMBRE', person.givenNames.join(' ')),
        ...below(style, [430, 370], 'APELLIDO', person.surnames.join(' ')),
        ...below(style, [430, 460], 'NACIONALIDAD', 'GTM'),
        ...below(style, [750, 460], 'SEXO', person.gender === 'M' ? 'MASCULINO' : 'FEMENINO'),
        ...below(style, [430, 550], 'FECHA DE NACIMIENTO', wordDate(person.birth, 'es').replaceAll(' ', '')),
        ...below(style, [430, 640], 'FECHA DE EMISIÓN', wordDate(validity.issue, 'es').replaceAll(' ', '')),
      ],
      back: [
        ...below(style, [90, 110], 'LUGAR DE NACIMIENTO', 'QUETZALTENANGO'),
        ...below(style, [90, 210], 'FECHA DE VENCIMIENTO', wordDate(validity.due, 'es').replaceAll(' ', '')),
        ...below(style, [90, 310], 'NÚMERO DE SERIE', document),
        cardMrzAt(mrz, 580),
      ],
      truth: truthOf(bearer, { nin: number, nationality: 'GTM', document_number: document }),
      mrz,
    };
  },
};
