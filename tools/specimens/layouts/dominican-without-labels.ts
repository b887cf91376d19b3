import { wordDate } from '../dates';
import { below, cardSize, ghost, portrait, title, type Style } from '../elements';
import { truthOf, type Layout } from '../layout';
import { dominican } from '../national-numbers';

const style: Style = {
  typeface: 'open-sans',
  label: { size: 17, colour: '#3a5a8c', weight: 400 },
  value: { size: 25, colour: '#12161e', weight: 700 },
  background: ['#fdf8f6', '#f0dedd'],
  lines: '#d8b6b0',
};

/** The names below the portrait without labels; neither zone nor day of issue. */
export const dominicanWithoutLabels: Layout = {
  id: 'dnl',
  language: 'es',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = dominican(random).replace(/(...)(.{7})(.)/, '$1-$2-$3');
    return {
      front: [
        title('REPÚBLICA DOMINICANA', 190, 70, 32),
        title('JUNTA CENTRAL ELECTORAL', 190, 110, 23),
        title('CÉDULA DE IDENTIDAD Y ELECTORAL', 800, 70, 22, '#a32030'),
        portrait({ x: 60, y: 140, width: 310, height: 390 }),
        ghost({ x: 1030, y: 260, width: 170, height: 210 }),
        title(number, 410, 175, 44, '#12161e'),
        ...below(style, [410, 225], 'LUGAR DE NACIMIENTO:', 'SAN CRISTÓBAL, R.D.'),
        ...below(style, [410, 295], 'FECHA DE NACIMIENTO:', wordDate(person.birth, 'es')),
        ...below(style, [410, 365], 'NACIONALIDAD:', 'REPÚBLICA DOMINICANA'),
        ...below(style, [410, 435], 'SEXO:', person.gender),
        ...below(style, [560, 435], 'SANGRE:', 'O+'),
        ...below(style, [410, 505], 'FECHA DE EXPIRACIÓN:', wordDate(validity.due, 'es')),
        title(person.givenNames.join(' '), 60, 625, 38, '#12161e'),
        title(person.surnames.join(' '), 60, 680, 38, '#12161e'),
      ],
      back: [
        ...below(style, [90, 110], 'COLEGIO ELECTORAL', '0312A'),
        ...below(style, [90, 190], 'SECTOR', 'SAN LUIS'),
        ...below(style, [90, 270], 'MUNICIPIO', 'SAN CRISTÓBAL'),
        title(number, 90, 560, 30, '#12161e'),
      ],
      truth: truthOf(bearer, { nin: number, nationality: 'DOM', document_number: number, date_issue: null }),
    };
  },
};
