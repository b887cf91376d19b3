import { numericDate } from '../dates';
import { below, cardSize, cardMrzAt, ghost, portrait, title, type Style } from '../elements';
import { truthOf, mrzDataOf, type Layout } from '../layout';
import { dotted, uruguayan } from '../national-numbers';
import { cardMrz } from '../mrz';

const style: Style = {
  typeface: 'roboto-condensed',
  label: { size: 21, colour: '#28508c', weight: 400 },
  value: { size: 31, colour: '#0c1220', weight: 700 },
  background: ['#eef3fb', '#cfdcf0'],
  lines: '#88a4d4',
};

/** Portrait on the left, a pale copy on the right, a number with dots and a check digit behind a hyphen. */
export const uruguay: Layout = {
  id: 'ury',
  language: 'es',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const { body, check } = uruguayan(random);
    const document = `UY${random.digits(6)}`;
    const data = { code: 'ID', country: 'URY', nationality: 'URY', number: document, optional: body + check };
    const mrz = cardMrz({ ...data, ...mrzDataOf(bearer) });
    return {
      front: [
        title('REPÚBLICA ORIENTAL DEL URUGUAY', 60, 68, 32, '#1f3f7a'),
        title('DOCUMENTO DE IDENTIDAD', 60, 110, 26, '#1f3f7a'),
        portrait({ x: 60, y: 150, width: 320, height: 420 }),
        ghost({ x: 1080, y: 560, width: 140, height: 184 }),
        ...below(style, [430, 175], 'Apellidos / Surnames', person.surnames.join(' ')),
        ...below(style, [430, 265], 'Nombres / Given names', person.givenNames.join(' ')),
        ...below(style, [430, 355], 'Nacionalidad / Nationality', 'URUGUAYA'),
        ...below(style, [800, 355], 'Sexo / Sex', person.gender),
        ...below(style, [430, 445], 'Fecha de nacimiento / Date of birth', numericDate(person.birth, '/')),
        ...below(style, [430, 535], 'Fecha de expedición / Date of issue', numericDate(validity.issue, '/')),
        ...below(style, [430, 625], 'Fecha de vencimiento / Date of expiry', numericDate(validity.due, '/')),
        ...below(style, [60, 625], 'Número de identificación', `${dotted(body)}-${check}`),
      ],
      back: [
        ...below(style, [80, 110], 'Lugar de nacimiento / Place of birth', 'PAYSANDÚ'),
        ...below(style, [80, 220], 'Número de documento / Document number', document),
        ...below(style, [80, 330], 'Observaciones', 'NINGUNA'),
        cardMrzAt(mrz, 570),
      ],
      truth: truthOf(bearer, { nin: `${body}-${check}`, nationality: 'URY', document_number: document }),
      mrz,
    };
  },
};
