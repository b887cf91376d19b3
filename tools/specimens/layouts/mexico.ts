import { numericDate } from '../dates';
import { below, beside, cardSize, cardMrzAt, ghost, portrait, title, type Element, type Style } from '../elements';
import { truthOf, mrzDataOf, type Layout } from '../layout';
import { curp } from '../national-numbers';
import { cardMrz } from '../mrz';

const style: Style = {
  typeface: 'open-sans',
  label: { size: 19, colour: '#6a3f66', weight: 400 },
  value: { size: 26, colour: '#181018', weight: 700 },
  background: ['#f6edf4', '#e4d8ea'],
  lines: '#bf9fc4',
};

/** A label with several lines below it. */
function lines(y: number, label: string, ...values: string[]): Element[] {
  const below = values.map((text, row) => ({
    kind: 'text' as const,
    text,
    x: 440,
    y: y + 35 + row * 35,
    ...style.value,
  }));
  return [{ kind: 'text', text: label, x: 440, y, ...style.label }, ...below];
}

const qr = (text: string, x: number): Element => {
  return { kind: 'barcode', format: 'QRCode', text, x, y: 90, width: 280, height: 280 };
};

/** One label above three lines of names; the validity is a year. */
export const mexico: Layout = {
  id: 'mxc',
  language: 'es',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = curp(person, random);
    const document = random.digits(9);
    const due = { day: 31, month: 12, year: validity.due.year };
    const data = {
      code: 'ID',
      country: 'MEX',
      nationality: 'MEX',
      number: document,
      optional: `<${random.digits(13)}`,
    };
    const mrz = cardMrz({
      ...data,
      ...mrzDataOf(bearer),
      due,
      optional2: `0${random.digits(1)}<<${random.digits(5)}`,
    });
    return {
      front: [
        title('MÉXICO', 70, 72, 38, '#58264f'),
        title('INSTITUTO NACIONAL ELECTORAL', 280, 60, 27, '#58264f'),
        title('CREDENCIAL PARA VOTAR', 280, 98, 23, '#58264f'),
        portrait({ x: 70, y: 150, width: 320, height: 410 }),
        ghost({ x: 1080, y: 560, width: 130, height: 170 }),
        ...lines(165, 'NOMBRE', ...person.surnames, person.givenNames.join(' ')),
        ...beside(style, [980, 165, 70], 'SEXO', person.gender === 'M' ? 'H' : 'M'),
        ...lines(325, 'DOMICILIO', 'AV REFORMA 118 INT 4', 'COL JUÁREZ 44100'),
        ...below(style, [440, 440], 'CURP', number),
        ...below(style, [860, 440], 'AÑO DE REGISTRO', '2014 02'),
        ...below(style, [440, 520], 'FECHA DE NACIMIENTO', numericDate(person.birth, '/')),
        ...below(style, [760, 520], 'SECCIÓN', random.digits(4)),
        ...below(style, [440, 600], 'VIGENCIA', `${validity.issue.year} - ${due.year}`),
      ],
      back: [qr(`https://qr.example/${random.digits(24)}`, 120), qr(random.digits(30), 840), cardMrzAt(mrz, 570)],
      truth: truthOf(bearer, {
        nin: number,
        nationality: 'MEX',
        document_number: document,
        date_issue: null,
        date_due: numericDate(due, '/'),
      }),
      mrz,
      barcode: 'QRCode',
    };
  },
};
