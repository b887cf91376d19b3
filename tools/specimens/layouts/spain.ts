import { numericDate } from '../dates';
import { below, cardSize, cardMrzAt, ghost, portrait, title, type Style } from '../elements';
import { truthOf, mrzDataOf, type Layout } from '../layout';
import { spanish } from '../national-numbers';
import { cardMrz } from '../mrz';

const style: Style = {
  typeface: 'lato',
  label: { size: 18, colour: '#7a2c4a', weight: 400 },
  value: { size: 28, colour: '#161014', weight: 700 },
  background: ['#f8eef2', '#e3d6ec'],
  lines: '#c79ab4',
};

/** Dates with spaces; the number of the card differs from the national number. */
export const spain: Layout = {
  id: 'esp',
  language: 'es',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = spanish(random);
    const support = `C${random.pick([...'ABDEFGH'])}${random.pick([...'KLMNPRT'])}${random.digits(6)}`;
    const data = { code: 'ID', country: 'ESP', nationality: 'ESP', number: support, optional: number };
    const mrz = cardMrz({ ...data, ...mrzDataOf(bearer) });
    return {
      front: [
        title('ESPAÑA', 80, 72, 40, '#6b1f3c'),
        title('DOCUMENTO NACIONAL DE IDENTIDAD', 290, 72, 28, '#6b1f3c'),
        portrait({ x: 70, y: 175, width: 330, height: 430 }),
        title('DNI', 70, 690, 26, '#6b1f3c'),
        { kind: 'text', text: number, x: 140, y: 690, size: 34, weight: 700, colour: '#161014' },
        ...below(style, [450, 150], 'APELLIDOS', person.surnames.join(' ')),
        ...below(style, [450, 240], 'NOMBRE', person.givenNames.join(' ')),
        ...below(style, [450, 330], 'SEXO', person.gender),
        ...below(style, [620, 330], 'NACIONALIDAD', 'ESP'),
        ...below(style, [450, 420], 'FECHA DE NACIMIENTO', numericDate(person.birth, ' ')),
        ...below(style, [450, 510], 'NÚM SOPORTE', support),
        ...below(style, [450, 600], 'EMISIÓN', numericDate(validity.issue, ' ')),
        ...below(style, [720, 600], 'VALIDEZ', numericDate(validity.due, ' ')),
        ghost({ x: 1070, y: 180, width: 130, height: 170 }),
      ],
      back: [
        ...below(style, [90, 120], 'DOMICILIO', 'CALLE DEL OLMO 14 3 B'),
        ...below(style, [90, 220], 'LUGAR DE NACIMIENTO', 'CÁDIZ'),
        ...below(style, [90, 320], 'HIJO/A DE', 'ELENA / MANUEL'),
        cardMrzAt(mrz, 575),
      ],
      truth: truthOf(bearer, { nin: number, nationality: 'ESP', document_number: support }),
      mrz,
    };
  },
};
