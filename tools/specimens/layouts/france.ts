import { numericDate } from '../dates';
import { below, cardMrzAt, cardSize, portrait, title, type Style } from '../elements';
import { mrzDataOf, truthOf, type Layout } from '../layout';
import { cardMrz } from '../mrz';

const style: Style = {
  typeface: 'lato',
  label: { size: 19, colour: '#44546c', weight: 400 },
  value: { size: 28, colour: '#12161e', weight: 700 },
  background: ['#eef2fa', '#cfdaf0'],
  lines: '#8ea6d0',
};

/** Given names separated by commas; no number of the person. */
export const france: Layout = {
  id: 'fra',
  language: 'fr',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = `${random.pick([...'DFHKRTX'])}${random.digits(1)}${random.pick([...'CFHKMP'])}${random.digits(4)}${random.pick([...'KLPW'])}${random.digits(1)}`;
    const data = { code: 'ID', country: 'FRA', nationality: 'FRA', number };
    const mrz = cardMrz({ ...data, ...mrzDataOf(bearer) });
    return {
      front: [
        title('RÉPUBLIQUE FRANÇAISE', 70, 62, 32),
        title("CARTE NATIONALE D'IDENTITÉ / IDENTITY CARD", 70, 104, 24),
        portrait({ x: 70, y: 150, width: 320, height: 420 }),
        ...below(style, [440, 170], 'NOM / Surname', person.surnames.join(' ')),
        ...below(style, [440, 260], 'Prénoms / Given names', person.givenNames.join(', ')),
        ...below(style, [440, 350], 'SEXE / Sex', person.gender),
        ...below(style, [600, 350], 'NATIONALITÉ / Nationality', 'FRA'),
        ...below(style, [900, 350], 'DATE DE NAISS. / Date of birth', numericDate(person.birth, ' ')),
        ...below(style, [440, 440], 'LIEU DE NAISSANCE / Place of birth', 'BESANÇON'),
        ...below(style, [440, 530], 'N° DU DOCUMENT / Document No', number),
        ...below(style, [900, 530], "DATE D'EXPIR. / Expiry date", numericDate(validity.due, ' ')),
      ],
      back: [
        ...below(style, [90, 110], 'TAILLE / Height', '1,70 m'),
        ...below(style, [500, 110], 'DATE DE DÉLIVRANCE / Date of issue', numericDate(validity.issue, ' ')),
        ...below(style, [90, 210], 'ADRESSE / Address', '7 RUE DES GRANGES 25000 BESANÇON'),
        cardMrzAt(mrz, 580),
      ],
      truth: truthOf(bearer, { nin: number, nationality: 'FRA', document_number: number }),
      mrz,
    };
  },
};
