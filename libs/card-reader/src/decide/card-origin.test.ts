import { mrzOf } from '../read/mrz-reading.fixture';
import { lineAt } from '../read/printed-lines.fixture';
import type { SideText } from '../read/read-side';
import { hasDifferentOrigin } from './card-origin';

const side = (texts: string[], mrz: SideText['mrz'] = null): SideText => ({
  barcode: null,
  codes: [],
  mrz,
  lines: texts.map((text, row) => lineAt(text, 80, 40 + row * 60)),
});
const chile = mrzOf([
  'INCHL4650546264<<<<<<<<<<<<<<<',
  '7402164F3002164CHL17729045<9<4',
  'FERNANDEZ<ZUNIGA<<BEGONA<GABRI',
]);

it('tells the sides of two countries apart by header, zone and language', () => {
  expect(hasDifferentOrigin(side(['REPUBLIK ÖSTERREICH']), side([], chile))).toBe(true);
  expect(hasDifferentOrigin(side(['Vorname', 'Geburtsdatum']), side(['Data di rilascio', 'Luogo di nascita']))).toBe(
    true,
  );
});

it('finds nothing between sides of one country, or without a sign', () => {
  expect(hasDifferentOrigin(side(['REPÚBLICA DE CHILE']), side([], chile))).toBe(false);
  expect(hasDifferentOrigin(side(['Surname', 'Given names']), side([], chile))).toBe(false);
  expect(hasDifferentOrigin(side([]), side([]))).toBe(false);
  const trilingual = side(['Vornamen / Prénoms', 'Geburtstag / Date de naissance']);
  expect(hasDifferentOrigin(trilingual, side(['Délivrée le', 'Lieu de naissance']))).toBe(false);
});
