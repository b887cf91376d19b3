import { wordDate } from '../dates';
import { below, passportSize, portrait, title, type Style } from '../elements';
import { truthOf, mrzDataOf, type Layout } from '../layout';
import { run } from '../national-numbers';
import { passportMrz } from '../mrz';

const style: Style = {
  typeface: 'open-sans',
  label: { size: 17, colour: '#5a2733', weight: 400 },
  value: { size: 25, colour: '#181014', weight: 700 },
  background: ['#faf0f0', '#e6d4d8'],
  lines: '#cfa0aa',
};

/** A passport: the MRZ of two long lines is on the front; the back is a page of remarks. */
export const passport: Layout = {
  id: 'pas',
  language: 'es',
  years: 10,
  size: passportSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const { body, check } = run(random);
    const document = `F${random.digits(8)}`;
    const data = { code: 'P<', country: 'CHL', nationality: 'CHL', number: document, optional: `${body}<${check}` };
    const mrz = passportMrz({ ...data, ...mrzDataOf(bearer) });
    return {
      front: [
        title('PASAPORTE / PASSPORT', 70, 62, 30, '#6b1f33'),
        title('REPÚBLICA DE CHILE', 760, 62, 28, '#6b1f33'),
        portrait({ x: 70, y: 120, width: 350, height: 460 }),
        ...below(style, [480, 120], 'Tipo / Type', 'P'),
        ...below(style, [620, 120], 'Código del país / Country code', 'CHL'),
        ...below(style, [940, 120], 'Pasaporte N° / Passport No.', document),
        ...below(style, [480, 200], 'Apellidos / Surname', person.surnames.join(' ')),
        ...below(style, [480, 280], 'Nombres / Given names', person.givenNames.join(' ')),
        ...below(style, [480, 360], 'Nacionalidad / Nationality', 'CHILENA'),
        ...below(style, [480, 440], 'Fecha de nacimiento / Date of birth', wordDate(person.birth, 'es', 'en')),
        ...below(style, [940, 440], 'RUN / Personal No.', `${body}-${check}`),
        ...below(style, [480, 520], 'Sexo / Sex', person.gender),
        ...below(style, [620, 520], 'Lugar de nacimiento / Place of birth', 'OSORNO'),
        ...below(style, [480, 600], 'Fecha de emisión / Date of issue', wordDate(validity.issue, 'es', 'en')),
        ...below(style, [940, 600], 'Fecha de vencimiento / Date of expiry', wordDate(validity.due, 'es', 'en')),
        { kind: 'mrz', lines: mrz, x: 52, y: 750, pitch: 26.8, leading: 58 },
      ],
      back: [
        title('OBSERVACIONES / REMARKS', 70, 90, 28, '#6b1f33'),
        { kind: 'text', text: 'Este pasaporte contiene 32 páginas', x: 70, y: 180, ...style.label },
      ],
      truth: truthOf(bearer, { nin: `${body}-${check}`, nationality: 'CHL', document_number: document, doc_type: 'P' }),
      mrz,
    };
  },
};
