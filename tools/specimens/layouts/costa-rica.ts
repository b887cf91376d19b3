import { numericDate } from '../dates';
import { beside, cardSize, portrait, title, type Style } from '../elements';
import { truthOf, type Layout } from '../layout';

const style: Style = {
  typeface: 'open-sans',
  label: { size: 21, colour: '#2e4a60', weight: 400 },
  value: { size: 27, colour: '#0e151c', weight: 700 },
  background: ['#f0f5f7', '#d3e0e6'],
  lines: '#9db8c6',
};

/** Print alone, without MRZ and barcode. Each surname has its own line. */
export const costaRica: Layout = {
  id: 'cri',
  language: 'es',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = `${random.integer(1, 7)}-${random.digits(4)}-${random.digits(4)}`;
    const [first = '', second] = person.surnames;
    return {
      front: [
        title('REPÚBLICA DE COSTA RICA', 70, 70, 32, '#1d3f5c'),
        title('CÉDULA DE IDENTIDAD', 70, 112, 26, '#1d3f5c'),
        title(number, 70, 185, 42, '#0e151c'),
        portrait({ x: 860, y: 130, width: 340, height: 440 }),
        ...beside(style, [70, 270, 170], 'Nombre:', person.givenNames.join(' ')),
        ...beside(style, [70, 340, 170], '1° Apellido:', first),
        ...(second ? beside(style, [70, 410, 170], '2° Apellido:', second) : []),
        ...beside(style, [70, 480, 250], 'Fecha Nacimiento:', numericDate(person.birth, '/')),
        ...beside(style, [70, 550, 250], 'Sexo:', person.gender),
        ...beside(style, [70, 620, 250], 'Nacionalidad:', 'COSTARRICENSE'),
      ],
      back: [
        ...beside(style, [90, 120, 280], 'Número de cédula:', number),
        ...beside(style, [90, 200, 280], 'Lugar de nacimiento:', 'CARTAGO'),
        ...beside(style, [90, 280, 280], 'Fecha de emisión:', numericDate(validity.issue, '/')),
        ...beside(style, [90, 360, 280], 'Vencimiento:', numericDate(validity.due, '/')),
        ...beside(style, [90, 440, 280], 'Domicilio electoral:', 'CARTAGO CENTRAL'),
      ],
      truth: truthOf(bearer, { nin: number, nationality: 'CRI', document_number: number }),
    };
  },
};
