import { numericDate, wordDate } from '../dates';
import { below, cardSize, cardMrzAt, portrait, title, type Style } from '../elements';
import { truthOf, mrzDataOf, type Layout } from '../layout';
import { cuil, dotted } from '../national-numbers';
import { cardMrz } from '../mrz';

const style: Style = {
  typeface: 'open-sans',
  label: { size: 18, colour: '#3c4c70', weight: 400 },
  value: { size: 27, colour: '#12151e', weight: 700 },
  background: ['#e6f1fb', '#c6d9ee'],
  lines: '#93b4d8',
};

/** A PDF417 code along the lower edge of the front, months in two languages, portrait on the right. */
export const argentina: Layout = {
  id: 'agn',
  language: 'es',
  years: 15,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = String(random.integer(12_000_000, 58_999_999));
    const procedure = `00${random.digits(9)}`;
    const data = { code: 'ID', country: 'ARG', nationality: 'ARG', number };
    const mrz = cardMrz({ ...data, ...mrzDataOf(bearer) });
    const plain = (names: string[]) => names.join(' ').normalize('NFD').replace(/\p{M}/gu, '');
    const dates = [numericDate(person.birth, '/'), numericDate(validity.issue, '/')];
    const holder = [plain(person.surnames), plain(person.givenNames), person.gender, number, 'B'];
    return {
      front: [
        title('REPÚBLICA ARGENTINA', 70, 62, 34, '#264a80'),
        title('MERCOSUR', 900, 62, 26, '#264a80'),
        portrait({ x: 900, y: 95, width: 310, height: 400 }),
        ...below(style, [70, 115], 'Apellido / Surname', person.surnames.join(' ')),
        ...below(style, [70, 190], 'Nombre / Name', person.givenNames.join(' ')),
        ...below(style, [70, 265], 'Sexo / Sex', person.gender),
        ...below(style, [250, 265], 'Nacionalidad / Nationality', 'ARGENTINA'),
        ...below(style, [600, 265], 'Ejemplar', 'B'),
        ...below(style, [70, 340], 'Fecha de nacimiento / Date of birth', wordDate(person.birth, 'es', 'en')),
        ...below(style, [480, 340], 'Trámite N° / Of. ident.', procedure),
        ...below(style, [70, 415], 'Fecha de emisión / Date of issue', wordDate(validity.issue, 'es', 'en')),
        ...below(style, [480, 415], 'Fecha de vencimiento / Date of expiry', wordDate(validity.due, 'es', 'en')),
        ...below(style, [70, 500], 'Documento / Document', dotted(number)),
        {
          kind: 'barcode',
          format: 'PDF417',
          text: [procedure, ...holder, ...dates, '201'].join('@'),
          x: 110,
          y: 570,
          width: 1060,
          height: 190,
        },
      ],
      back: [
        ...below(style, [80, 110], 'DOMICILIO', 'BELGRANO 742 - ROSARIO - SANTA FE'),
        ...below(style, [80, 200], 'LUGAR DE NACIMIENTO', 'TUCUMÁN'),
        ...below(style, [80, 290], 'CUIL', cuil(number, person.gender)),
        cardMrzAt(mrz, 580),
      ],
      truth: truthOf(bearer, { nin: number, nationality: 'ARG', document_number: number }),
      mrz,
      barcode: 'PDF417',
    };
  },
};
