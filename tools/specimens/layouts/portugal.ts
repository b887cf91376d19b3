import { numericDate } from '../dates';
import { below, cardMrzAt, cardSize, portrait, title, type Style } from '../elements';
import { mrzDataOf, truthOf, type Layout } from '../layout';
import { cardMrz } from '../mrz';

const style: Style = {
  typeface: 'open-sans',
  label: { size: 19, colour: '#44546c', weight: 400 },
  value: { size: 28, colour: '#12161e', weight: 700 },
  background: ['#faf3f0', '#ecd8d0'],
  lines: '#cfa594',
};

/** The number of the card has twelve characters and continues in the optional data. */
export const portugal: Layout = {
  id: 'por',
  language: 'pt',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = random.digits(8);
    const printed = `${number} ${random.digits(1)} Z${random.pick([...'XYZ'])}${random.digits(1)}`;
    const document = printed.replaceAll(' ', '');
    const data = { code: 'I<', country: 'PRT', nationality: 'PRT', number: document };
    const mrz = cardMrz({ ...data, ...mrzDataOf(bearer) });
    return {
      front: [
        title('REPÚBLICA PORTUGUESA', 70, 62, 32),
        title('CARTÃO DE CIDADÃO / CITIZEN CARD', 70, 104, 24),
        portrait({ x: 900, y: 150, width: 310, height: 410 }),
        ...below(style, [70, 180], 'APELIDO[S] / SURNAME', person.surnames.join(' ')),
        ...below(style, [70, 270], 'NOME[S] / GIVEN NAME', person.givenNames.join(' ')),
        ...below(style, [70, 360], 'SEXO / SEX', person.gender),
        ...below(style, [250, 360], 'ALTURA / HEIGHT', '1,72'),
        ...below(style, [480, 360], 'NACIONALIDADE / NATIONALITY', 'PRT'),
        ...below(style, [70, 450], 'DATA DE NASCIMENTO / DATE OF BIRTH', numericDate(person.birth, ' ')),
        ...below(style, [70, 540], 'Nº DOCUMENTO / DOCUMENT NO', printed),
        ...below(style, [480, 540], 'DATA DE VALIDADE / EXPIRY DATE', numericDate(validity.due, ' ')),
      ],
      back: [
        ...below(style, [90, 110], 'FILIAÇÃO / PARENTS', 'RUI TELES * ANA TELES'),
        ...below(style, [90, 210], 'Nº ID CIVIL / ID NO', number),
        ...below(style, [560, 210], 'DATA DE EMISSÃO / DATE OF ISSUE', numericDate(validity.issue, ' ')),
        ...below(style, [90, 310], 'Nº IDENTIFICAÇÃO FISCAL', random.digits(9)),
        cardMrzAt(mrz, 580),
      ],
      truth: truthOf(bearer, { nin: number, nationality: 'PRT', document_number: document }),
      mrz,
    };
  },
};
