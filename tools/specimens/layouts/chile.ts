import { wordDate } from '../dates';
import { below, cardSize, cardMrzAt, ghost, portrait, title, type Style } from '../elements';
import { truthOf, mrzDataOf, type Layout } from '../layout';
import { dotted, run } from '../national-numbers';
import { cardMrz } from '../mrz';

const style: Style = {
  typeface: 'lato',
  label: { size: 20, colour: '#48607a', weight: 400 },
  value: { size: 30, colour: '#121820', weight: 700 },
  background: ['#eaf2f4', '#d2e2dc'],
  lines: '#8fb8b0',
};

/** Months as words, the national number at the lower left and in a QR code. */
export const chile: Layout = {
  id: 'chi',
  language: 'es',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const { body, check } = run(random);
    const document = random.digits(9);
    const data = { code: 'IN', country: 'CHL', nationality: 'CHL', number: document, optional2: `${body}<${check}` };
    const mrz = cardMrz({ ...data, ...mrzDataOf(bearer) });
    const link = `https://portal.example/docstatus?RUN=${body}-${check}&type=CEDULA&serial=${document}&mrz=${document}`;
    return {
      front: [
        title('CÉDULA DE IDENTIDAD', 420, 70, 32, '#274a63'),
        title('REPÚBLICA DE CHILE', 420, 112, 24, '#274a63'),
        portrait({ x: 70, y: 130, width: 310, height: 400 }),
        ...below(style, [430, 165], 'APELLIDOS', person.surnames.join(' ')),
        ...below(style, [430, 255], 'NOMBRES', person.givenNames.join(' ')),
        ...below(style, [430, 345], 'NACIONALIDAD', 'CHILENA'),
        ...below(style, [720, 345], 'SEXO', person.gender),
        ...below(style, [430, 435], 'FECHA DE NACIMIENTO', wordDate(person.birth, 'es')),
        ...below(style, [790, 435], 'NÚMERO DOCUMENTO', dotted(document)),
        ...below(style, [430, 525], 'FECHA DE EMISIÓN', wordDate(validity.issue, 'es')),
        ...below(style, [790, 525], 'FECHA DE VENCIMIENTO', wordDate(validity.due, 'es')),
        title('RUN', 70, 640, 28, '#274a63'),
        { kind: 'text', text: `${dotted(body)}-${check}`, x: 150, y: 640, size: 34, weight: 700, colour: '#121820' },
        ghost({ x: 1060, y: 570, width: 150, height: 190 }),
      ],
      back: [
        { kind: 'barcode', format: 'QRCode', text: link, x: 110, y: 70, width: 330, height: 330 },
        ...below(style, [560, 130], 'NACIÓ EN', 'VALDIVIA'),
        ...below(style, [560, 230], 'PROFESIÓN', 'NO INFORMADO'),
        cardMrzAt(mrz, 590),
      ],
      truth: truthOf(bearer, { nin: `${body}-${check}`, nationality: 'CHL', document_number: document }),
      mrz,
      barcode: 'QRCode',
    };
  },
};
