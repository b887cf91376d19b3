import { numericDate } from '../dates';
import { below, cardSize, cardMrzAt, portrait, title, type Style } from '../elements';
import { truthOf, mrzDataOf, type Layout } from '../layout';
import { cpf } from '../national-numbers';
import { cardMrz } from '../mrz';

const style: Style = {
  typeface: 'open-sans',
  label: { size: 19, colour: '#3c5a40', weight: 400 },
  value: { size: 29, colour: '#101510', weight: 700 },
  background: ['#f2f5e4', '#d9e8d6'],
  lines: '#7fae86',
};

/** Labels in Portuguese and English, QR code and MRZ on the back. */
export const brazil: Layout = {
  id: 'bra',
  language: 'pt',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = cpf(random);
    const printed = `${number.slice(0, 3)}.${number.slice(3, 6)}.${number.slice(6, 9)}-${number.slice(9)}`;
    const data = { code: 'ID', country: 'BRA', nationality: 'BRA', number: number.slice(0, 9), optional2: number };
    const mrz = cardMrz({ ...data, ...mrzDataOf(bearer) });
    const document = number.slice(0, 9);
    return {
      front: [
        title('REPÚBLICA FEDERATIVA DO BRASIL', 330, 70, 34, '#1d4d2b'),
        title('CARTEIRA DE IDENTIDADE', 330, 112, 25, '#1d4d2b'),
        portrait({ x: 870, y: 190, width: 330, height: 440 }),
        ...below(style, [80, 190], 'Sobrenome / Surname', person.surnames.join(' ')),
        ...below(style, [80, 275], 'Nome / Given Names', person.givenNames.join(' ')),
        ...below(style, [80, 360], 'Registro Geral - CPF / Personal Number', printed),
        ...below(style, [80, 445], 'Sexo / Sex', person.gender),
        ...below(style, [300, 445], 'Data de Nascimento / Date of Birth', numericDate(person.birth, '/')),
        ...below(style, [80, 530], 'Nacionalidade / Nationality', 'BRA'),
        ...below(style, [430, 530], 'Validade / Expiry', numericDate(validity.due, '/')),
        ...below(style, [80, 615], 'Naturalidade / Place of Birth', 'CURITIBA/PR'),
      ],
      back: [
        {
          kind: 'barcode',
          format: 'QRCode',
          text: `https://id.example/v/${random.digits(18)}`,
          x: 90,
          y: 70,
          width: 250,
          height: 250,
        },
        ...below(style, [420, 100], 'Órgão Expedidor / Card Issuer', 'INSTITUTO DE IDENTIFICAÇÃO'),
        ...below(style, [420, 195], 'Data de Emissão / Date of Issue', numericDate(validity.issue, '/')),
        ...below(style, [420, 290], 'Local', 'CURITIBA'),
        cardMrzAt(mrz),
      ],
      truth: truthOf(bearer, { nin: `${document}-${number.slice(9)}`, nationality: 'BRA', document_number: document }),
      mrz,
      barcode: 'QRCode',
    };
  },
};
