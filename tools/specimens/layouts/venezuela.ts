import { numericDate } from '../dates';
import { below, beside, cardSize, portrait, title, type Style } from '../elements';
import { truthOf, type Layout } from '../layout';
import { dotted } from '../national-numbers';

const style: Style = {
  typeface: 'roboto-condensed',
  label: { size: 19, colour: '#44546c', weight: 400 },
  value: { size: 28, colour: '#12161e', weight: 700 },
  background: ['#f2f6ee', '#d8e4cf'],
  lines: '#9fbf8e',
};

/** No MRZ; labels in short, the number with V. */
export const venezuela: Layout = {
  id: 'ven',
  language: 'es',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = String(random.integer(5_000_000, 31_999_999));
    return {
      front: [
        title('REPÚBLICA BOLIVARIANA DE VENEZUELA', 70, 66, 30),
        title('CÉDULA DE IDENTIDAD', 70, 106, 26),
        title(`V ${dotted(number)}`, 70, 180, 44),
        portrait({ x: 880, y: 170, width: 320, height: 420 }),
        ...beside(style, [70, 270, 230], 'APELLIDOS', person.surnames.join(' ')),
        ...beside(style, [70, 340, 230], 'NOMBRES', person.givenNames.join(' ')),
        ...beside(style, [70, 420, 230], 'F. NACIMIENTO', numericDate(person.birth, '/')),
        ...beside(style, [70, 490, 230], 'F. EXPEDICIÓN', numericDate(validity.issue, '/')),
        ...beside(style, [70, 560, 230], 'F. VENCIMIENTO', numericDate(validity.due, '/')),
        ...beside(style, [70, 630, 230], 'SEXO', person.gender),
        title('VENEZOLANO', 70, 720, 32),
      ],
      back: [
        ...below(style, [90, 120], 'EDO. CIVIL', 'SOLTERO'),
        ...below(style, [90, 240], 'DIRECTOR', 'OFICINA NACIONAL'),
      ],
      truth: truthOf(bearer, { nin: `V-${number}`, nationality: 'VEN', document_number: `V-${number}` }),
    };
  },
};
