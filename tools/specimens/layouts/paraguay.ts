import { numericDate } from '../dates';
import { beside, cardSize, cardMrzAt, portrait, title, type Style } from '../elements';
import { truthOf, mrzDataOf, type Layout } from '../layout';
import { dotted } from '../national-numbers';
import { cardMrz } from '../mrz';

const style: Style = {
  typeface: 'lato',
  label: { size: 22, colour: '#7a3c2c', weight: 400 },
  value: { size: 28, colour: '#1a100c', weight: 700 },
  background: ['#faf1ea', '#ecd9cb'],
  lines: '#d3a78f',
};

/** Every value in the line of its label; dates with hyphens. */
export const paraguay: Layout = {
  id: 'pry',
  language: 'es',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = String(random.integer(1_000_000, 7_999_999));
    const data = { code: 'ID', country: 'PRY', nationality: 'PRY', number };
    const mrz = cardMrz({ ...data, ...mrzDataOf(bearer) });
    return {
      front: [
        title('REPÚBLICA DEL PARAGUAY', 460, 75, 32, '#6e2a1a'),
        title('CÉDULA DE IDENTIDAD CIVIL', 460, 115, 25, '#6e2a1a'),
        portrait({ x: 80, y: 110, width: 330, height: 430 }),
        title(`N° ${dotted(number)}`, 130, 620, 38, '#1a100c'),
        ...beside(style, [460, 200, 170], 'APELLIDOS:', person.surnames.join(' ')),
        ...beside(style, [460, 270, 170], 'NOMBRES:', person.givenNames.join(' ')),
        ...beside(style, [460, 340, 310], 'FECHA DE NACIMIENTO:', numericDate(person.birth, '-')),
        ...beside(style, [460, 410, 310], 'LUGAR DE NACIMIENTO:', 'ENCARNACIÓN'),
        ...beside(style, [460, 480, 310], 'SEXO:', person.gender === 'M' ? 'MASCULINO' : 'FEMENINO'),
        ...beside(style, [460, 550, 310], 'NACIONALIDAD:', 'PARAGUAYA'),
        ...beside(style, [460, 620, 310], 'FECHA DE EMISIÓN:', numericDate(validity.issue, '-')),
        ...beside(style, [460, 690, 310], 'FECHA DE VENCIMIENTO:', numericDate(validity.due, '-')),
      ],
      back: [
        ...beside(style, [90, 120, 250], 'ESTADO CIVIL:', 'SOLTERO/A'),
        ...beside(style, [90, 190, 250], 'DONANTE:', 'SI'),
        cardMrzAt(mrz, 560),
      ],
      truth: truthOf(bearer, { nin: number, nationality: 'PRY', document_number: number }),
      mrz,
    };
  },
};
