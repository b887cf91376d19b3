import { mrzOf } from '../read/mrz-reading.fixture';
import { lineAt } from '../read/printed-lines.fixture';
import type { SideText } from '../read/read-side';
import { hasDifferentOrigin, lacksZone } from './card-origin';

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

it('tells the back of an English card from a front in another language alone', () => {
  const english = side(['Issued on', 'Valid until', 'Birthplace']);
  expect(hasDifferentOrigin(side(['APELLIDOS', 'NOMBRES', 'FECHA DE NACIMIENTO']), english)).toBe(true);
  expect(hasDifferentOrigin(side(['Apelidos / Surname', 'Data de nascimento / Date of birth']), english)).toBe(false);
});

it('tells a Spanish back with dates alone from an English front', () => {
  const dated = side(['Fecha de emisión', '23/07/2023', 'Vence', '23/07/2033']);
  expect(hasDifferentOrigin(side(['Last Name', 'Given Names', 'Date of Birth']), dated)).toBe(true);
  expect(hasDifferentOrigin(side(['Apellidos / Surname', 'Nombres / Given names']), dated)).toBe(false);
});

it('finds the country at the end of the address to which a card is to be returned', () => {
  const back = side(['This card is the property of the', 'Electoral Department, Saint Lucia.', 'Castries']);
  expect(hasDifferentOrigin(side(['BELIZE', 'SOCIAL SECURITY BOARD']), back)).toBe(true);
  expect(hasDifferentOrigin(side(['GOVERNMENT OF SAINT LUCIA']), back)).toBe(false);
  const legend = ['Class C', 'Restrictions', 'Endorsements', 'Organ donor'];
  const georgian = side([...legend, 'If found, return to the Department', 'of Driver Services, Atlanta, Georgia']);
  expect(hasDifferentOrigin(side(['UNITED STATES OF AMERICA']), georgian)).toBe(false);
  const born = ['Address', 'Height', 'Eye colour', 'Blood group', 'Born in', 'Castries, Saint Lucia'];
  expect(hasDifferentOrigin(side(['BELIZE']), side(born))).toBe(false);
});

it('takes no place in an address, and no province, for a country', () => {
  const liberian = side(['NATIONAL REGISTRY', 'Identification Registry, Congo Town, Tubman Boulevard, Monrovia']);
  expect(hasDifferentOrigin(side(['REPUBLIC OF LIBERIA']), liberian)).toBe(false);
  expect(hasDifferentOrigin(side(['CANADA']), side(['BEAUTIFUL BRITISH COLUMBIA']))).toBe(false);
  expect(hasDifferentOrigin(side(['CANADA']), side(['REPÚBLICA DE COLOMBIA']))).toBe(true);
});

it('tells a Dutch legend from an English front', () => {
  const legend = side(['2. Voornamen', '3. Geboortedatum en -plaats', '4a. Datum afgifte']);
  expect(hasDifferentOrigin(side(['Surname', 'Given Names', 'Issue Date']), legend)).toBe(true);
  expect(hasDifferentOrigin(side(['RIJBEWIJS', 'Driving licence', 'Koninkrijk der Nederlanden']), legend)).toBe(false);
});

it('finds nothing between sides of one country, or without a sign', () => {
  expect(hasDifferentOrigin(side(['REPÚBLICA DE CHILE']), side([], chile))).toBe(false);
  expect(hasDifferentOrigin(side(['Surname', 'Given names']), side([], chile))).toBe(false);
  expect(hasDifferentOrigin(side([]), side([]))).toBe(false);
  const trilingual = side(['Vornamen / Prénoms', 'Geburtstag / Date de naissance']);
  expect(hasDifferentOrigin(trilingual, side(['Délivrée le', 'Lieu de naissance']))).toBe(false);
});

it('tells them apart by a number and by labels that one country alone has', () => {
  const [curp, venezuelan] = [side(['NOMBRE', 'IAEI800220HBCBCX66']), side(['EDO. CIVIL', 'SOLTERO', 'DIRECTOR'])];
  expect(hasDifferentOrigin(curp, side([], chile))).toBe(true);
  expect(hasDifferentOrigin(curp, venezuelan)).toBe(true);
  expect(hasDifferentOrigin(side(['CREDENCIAL PARA VOTAR']), curp)).toBe(false);
  expect(hasDifferentOrigin(side(['REPÚBLICA BOLIVARIANA DE VENEZUELA']), venezuelan)).toBe(false);
});

it('finds that a back lacks the zone that all backs of the country of the front have', () => {
  const plain = side(['DOMICILIO', 'CALLE 1']);
  expect(lacksZone(side(['REPÚBLICA DE CHILE']), plain)).toBe(true);
  expect(lacksZone(side(['REPÚBLICA DE CHILE']), side([], chile))).toBe(false);
  expect(lacksZone(side(['REPÚBLICA DE CHILE', 'PASAPORTE']), plain)).toBe(false);
  expect(lacksZone(side(['REPÚBLICA DE PANAMÁ']), plain)).toBe(false);
  expect(lacksZone(side(['MAGYARORSZÁG', 'HUNGARY']), plain)).toBe(true);
  expect(lacksZone(side(['HELLENIC REPUBLIC']), plain)).toBe(false);
  expect(lacksZone(side(['REPÚBLICA DE CHILE', 'LICENCIA DE CONDUCIR']), plain)).toBe(false);
});

it('takes no number that both sides print for one of another country', () => {
  const curp = 'GUGL521124HJCTLS07';
  const front = side(['REPUBLIC OF TRINIDAD AND TOBAGO', curp]);
  expect(hasDifferentOrigin(front, side(['ADDRESS', curp]))).toBe(false);
  expect(hasDifferentOrigin(side(['REPUBLIC OF TRINIDAD AND TOBAGO']), side(['ADDRESS', curp]))).toBe(true);
});

it('takes the capital of Trinidad for no country', () => {
  const back = side(['ADDRESS', '12 FREDERICK STREET', 'PORT OF SPAIN']);
  expect(hasDifferentOrigin(side(['REPUBLIC OF TRINIDAD AND TOBAGO']), back)).toBe(false);
});
