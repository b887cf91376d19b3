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

/** Labels in three languages, umlauts spelt out in the MRZ, no number of the person. */
export const germany: Layout = {
  id: 'ger',
  language: 'de',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = `L${random.digits(2)}${random.pick([...'CFGHJKMNPRTVWXYZ'])}${random.digits(2)}${random.pick([...'TVWXYZ'])}${random.digits(2)}`;
    const data = { code: 'ID', country: 'D<<', nationality: 'D<<', number, spellsOut: true };
    const mrz = cardMrz({ ...data, ...mrzDataOf(bearer) });
    return {
      front: [
        title('BUNDESREPUBLIK DEUTSCHLAND', 70, 62, 30),
        title('PERSONALAUSWEIS', 70, 100, 26),
        title(number, 930, 100, 32),
        portrait({ x: 70, y: 140, width: 330, height: 430 }),
        ...below(style, [450, 165], 'Name/Surname/Nom', person.surnames.join(' ')),
        ...below(style, [450, 255], 'Vornamen/Given names/Prénoms', person.givenNames.join(' ')),
        ...below(style, [450, 345], 'Geburtstag/Date of birth/Date de naissance', numericDate(person.birth, '.')),
        ...below(style, [450, 435], 'Staatsangehörigkeit/Nationality/Nationalité', 'DEUTSCH'),
        ...below(style, [450, 525], 'Geburtsort/Place of birth/Lieu de naissance', 'WÜRZBURG'),
        ...below(style, [450, 615], "Gültig bis/Date of expiry/Date d'expiration", numericDate(validity.due, '.')),
      ],
      back: [
        ...below(style, [90, 100], 'Augenfarbe/Colour of eyes/Couleur des yeux', 'BRAUN'),
        ...below(style, [90, 190], 'Größe/Height/Taille', '171 cm'),
        ...below(style, [700, 100], 'Datum/Date/Date', numericDate(validity.issue, '.')),
        ...below(style, [700, 190], 'Behörde/Authority/Autorité', 'STADT WÜRZBURG'),
        ...below(style, [90, 290], 'Anschrift/Address/Adresse', '97070 WÜRZBURG'),
        cardMrzAt(mrz, 580),
      ],
      truth: truthOf(bearer, { nin: number, nationality: 'DEU', document_number: number }),
      mrz,
    };
  },
};
