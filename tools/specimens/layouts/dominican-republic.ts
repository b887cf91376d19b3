import { wordDate } from '../dates';
import { below, beside, cardMrzAt, cardSize, portrait, title, type Style } from '../elements';
import { mrzDataOf, truthOf, type Layout } from '../layout';
import { cardMrz } from '../mrz';
import { dominican } from '../national-numbers';

const style: Style = {
  typeface: 'open-sans',
  label: { size: 19, colour: '#44546c', weight: 400 },
  value: { size: 28, colour: '#12161e', weight: 700 },
  background: ['#faf3f0', '#ecd8d0'],
  lines: '#cfa594',
};

/** The number in large digits, dates with months as words. */
export const dominicanRepublic: Layout = {
  id: 'dom',
  language: 'es',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = dominican(random);
    const printed = number.replace(/(...)(.{7})(.)/, '$1-$2-$3');
    const document = `${random.pick([...'ABC'])}${random.digits(8)}`;
    const data = { code: 'ID', country: 'DOM', nationality: 'DOM', number: document, optional: number };
    const mrz = cardMrz({ ...data, ...mrzDataOf(bearer) });
    return {
      front: [
        title('REPÚBLICA DOMINICANA', 70, 64, 34),
        title('CÉDULA DE IDENTIDAD Y ELECTORAL', 70, 106, 24),
        title(printed, 70, 175, 40),
        portrait({ x: 890, y: 130, width: 320, height: 420 }),
        ...below(style, [70, 240], 'Nombres', person.givenNames.join(' ')),
        ...below(style, [70, 325], 'Apellidos', person.surnames.join(' ')),
        ...beside(style, [70, 420, 300], 'FECHA DE NACIMIENTO:', wordDate(person.birth, 'es')),
        ...beside(style, [70, 480, 300], 'NACIONALIDAD:', 'REPÚBLICA DOMINICANA'),
        ...beside(style, [70, 540, 120], 'SEXO:', person.gender),
        ...beside(style, [330, 540, 140], 'SANGRE:', 'A+'),
        ...beside(style, [70, 600, 300], 'FECHA DE EMISIÓN:', wordDate(validity.issue, 'es')),
        ...beside(style, [70, 660, 300], 'FECHA DE EXPIRACIÓN:', wordDate(validity.due, 'es')),
      ],
      back: [
        ...below(style, [90, 110], 'LUGAR DE NACIMIENTO', 'SANTIAGO DE LOS CABALLEROS'),
        ...below(style, [90, 210], 'NÚMERO DE DOCUMENTO', document),
        ...below(style, [90, 310], 'COLEGIO', '0142B'),
        cardMrzAt(mrz, 580),
      ],
      truth: truthOf(bearer, { nin: printed, nationality: 'DOM', document_number: document }),
      mrz,
    };
  },
};
