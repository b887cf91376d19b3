import { numericDate } from '../dates';
import { below, cardMrzAt, cardSize, portrait, title, type Style } from '../elements';
import { mrzDataOf, truthOf, type Layout } from '../layout';
import { cardMrz } from '../mrz';
import { fiscalCode } from '../national-numbers';

const style: Style = {
  typeface: 'roboto-condensed',
  label: { size: 19, colour: '#44546c', weight: 400 },
  value: { size: 28, colour: '#12161e', weight: 700 },
  background: ['#f2f6ee', '#d8e4cf'],
  lines: '#9fbf8e',
};

/** Place and date of birth in one line; the fiscal code on the back. */
export const italy: Layout = {
  id: 'ita',
  language: 'it',
  years: 10,
  size: cardSize,
  style,
  compose(bearer) {
    const { person, validity, random } = bearer;
    const number = `CA${random.digits(5)}${random.pick([...'ABCDEF'])}${random.pick([...'GHIJKL'])}`;
    const code = fiscalCode(person, random);
    const data = { code: 'C<', country: 'ITA', nationality: 'ITA', number };
    const mrz = cardMrz({ ...data, ...mrzDataOf(bearer) });
    return {
      front: [
        title('REPUBBLICA ITALIANA', 70, 62, 32),
        title('CARTA DI IDENTITÀ / IDENTITY CARD', 70, 104, 24),
        title(number, 940, 104, 32),
        portrait({ x: 70, y: 150, width: 320, height: 420 }),
        ...below(style, [440, 180], 'COGNOME / SURNAME', person.surnames.join(' ')),
        ...below(style, [440, 270], 'NOME / NAME', person.givenNames.join(' ')),
        ...below(
          style,
          [440, 360],
          'LUOGO E DATA DI NASCITA / PLACE AND DATE OF BIRTH',
          `PERUGIA (PG) ${numericDate(person.birth, '.')}`,
        ),
        ...below(style, [440, 450], 'SESSO / SEX', person.gender),
        ...below(style, [640, 450], 'STATURA / HEIGHT', '172'),
        ...below(style, [900, 450], 'CITTADINANZA / NATIONALITY', 'ITA'),
        ...below(style, [440, 540], 'EMISSIONE / ISSUING', numericDate(validity.issue, '.')),
        ...below(style, [900, 540], 'SCADENZA / EXPIRY', numericDate(validity.due, '.')),
      ],
      back: [
        ...below(style, [90, 110], 'CODICE FISCALE / FISCAL CODE', code),
        ...below(style, [90, 210], 'INDIRIZZO DI RESIDENZA / RESIDENCE', 'VIA DEI LAGHI, 14 PERUGIA (PG)'),
        cardMrzAt(mrz, 580),
      ],
      truth: truthOf(bearer, { nin: code, nationality: 'ITA', document_number: number }),
      mrz,
    };
  },
};
