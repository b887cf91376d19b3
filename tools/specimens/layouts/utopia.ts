import { wordDate } from '../dates';
import { below, cardSize, cardMrzAt, ghost, portrait, title, type Style } from '../elements';
import { truthOf, mrzDataOf, type Layout } from '../layout';
import { cardMrz } from '../mrz';

const style: Style = {
  typeface: 'roboto-condensed',
  label: { size: 20, colour: '#4c4a7c', weight: 400 },
  value: { size: 30, colour: '#100f1c', weight: 700 },
  background: ['#efeef9', '#d6d5ec'],
  lines: '#a5a2d2',
};

/** The example country of ICAO 9303, in English: an unknown country must be readable by its MRZ alone. */
export const utopia: Layout = {
  id: 'utp',
  language: 'en',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const document = `${random.pick([...'BDFHKR'])}${random.pick([...'CGLMTX'])}${random.digits(7)}`;
    const personal = random.digits(11);
    const data = { code: 'ID', country: 'UTO', nationality: 'UTO', number: document, optional: personal };
    const mrz = cardMrz({ ...data, ...mrzDataOf(bearer) });
    return {
      front: [
        title('UTOPIA', 80, 72, 40, '#322f70'),
        title('NATIONAL IDENTITY CARD', 290, 72, 28, '#322f70'),
        portrait({ x: 880, y: 140, width: 320, height: 420 }),
        ghost({ x: 720, y: 590, width: 130, height: 170 }),
        ...below(style, [80, 160], 'Surname', person.surnames.join(' ')),
        ...below(style, [80, 250], 'Given names', person.givenNames.join(' ')),
        ...below(style, [80, 340], 'Sex', person.gender),
        ...below(style, [230, 340], 'Nationality', 'UTOPIAN'),
        ...below(style, [500, 340], 'Date of birth', wordDate(person.birth, 'en')),
        ...below(style, [80, 430], 'Card number', document),
        ...below(style, [500, 430], 'Personal number', personal),
        ...below(style, [80, 520], 'Date of issue', wordDate(validity.issue, 'en')),
        ...below(style, [500, 520], 'Date of expiry', wordDate(validity.due, 'en')),
      ],
      back: [
        ...below(style, [90, 120], 'Place of birth', 'AMAUROT'),
        ...below(style, [90, 220], 'Issuing authority', 'OFFICE OF CIVIL REGISTRATION'),
        cardMrzAt(mrz, 580),
      ],
      truth: truthOf(bearer, { nin: personal, nationality: 'UTO', document_number: document }),
      mrz,
    };
  },
};
