import { countries, countryWithoutFile } from '../countries';
import { lineAt } from '../read/printed-lines.fixture';
import type { PrintedLine } from '../read/printed-line';
import { printCandidates } from './print-candidates';

const namesOn = (lines: PrintedLine[], code = 'DOM') => {
  const country = countries.find((one) => one.code === code) ?? countryWithoutFile(code);
  const names = printCandidates([lines], country).filter(({ field }) => field === 'name' || field === 'lastname');
  return Object.fromEntries(names.map(({ field, value }) => [field, value]));
};

describe('names without a label', () => {
  const card = [
    lineAt('REPÚBLICA DOMINICANA', 190, 36, 25),
    lineAt('JUNTA CENTRAL ELECTORAL', 190, 77, 17),
    lineAt('LUGAR DE NACIMIENTO:', 406, 205, 12),
    lineAt('SAN JOSÉ DE OCOA', 406, 227, 19),
    lineAt('BARRIO NUEVO', 406, 249, 19),
    lineAt('OCUPACIÓN:', 406, 428, 12),
    lineAt('ESTUDIANTE', 406, 451, 19),
    lineAt('WILKIN JOSÉ', 62, 592, 30),
    lineAt('ACEVEDO BRITO', 63, 642, 30),
  ];

  it('are the largest pair of lines that are no titles and no values of other labels', () => {
    expect(namesOn(card)).toEqual({ name: 'WILKIN JOSÉ', lastname: 'ACEVEDO BRITO' });
    expect(namesOn(card.slice(0, 7))).toEqual({});
    // A name that was clearly read is no misread label, as ADDRESS.
    expect(namesOn([...card.slice(0, 7), lineAt('ANDRÉS', 62, 592, 30), card[8]!])).toMatchObject({ name: 'ANDRÉS' });
  });

  it('are the first two of three lines of one size: the third is the surname of a husband', () => {
    const married = [...card.slice(0, -1), lineAt('ACEVEDO BRITO', 63, 642, 31), lineAt('DE OBALDÍA', 62, 692, 30)];
    expect(namesOn(married)).toEqual({ name: 'WILKIN JOSÉ', lastname: 'ACEVEDO BRITO' });
  });

  it('are not guessed on cards that always have labels', () => {
    expect(namesOn(card, 'CHL')).toEqual({});
  });
});

it('one line above the address of a licence is the name, whose title may be misread', () => {
  const licence = [
    lineAt('IDRIVER LICENC', 39, 22, 58, 88),
    lineAt('LICENCE NO.', 836, 140, 14),
    lineAt('SOPHIA ELENI PAPADOPOULOS', 52, 155, 28),
    lineAt('840179117', 836, 167, 30),
    lineAt('UNIT 4/18 ACACIA GROVE', 52, 215, 22),
    lineAt('PRESTON GARDENS', 52, 252, 23),
    lineAt('VIC 3072', 52, 289, 23),
    lineAt('LICENCE EXPIRY', 51, 324, 14),
    lineAt('20-05-2029', 51, 350, 28),
  ];
  expect(namesOn(licence, 'AUS')).toEqual({ name: 'SOPHIA ELENI PAPADOPOULOS' });
  expect(namesOn(licence, 'CHL')).toEqual({});
});

it('one line above the date of birth is the name', () => {
  const card = [
    lineAt('Government of India', 412, 100, 30),
    lineAt('Rakesh Kumar Chauhan', 414, 251, 29),
    lineAt('4 fafa/DOB: 17/12/1974', 412, 305, 33),
    lineAt('7308 1946 2503', 396, 597, 45),
  ];
  expect(namesOn(card, 'IND')).toEqual({ name: 'RAKESH KUMAR CHAUHAN' });
  expect(namesOn([card[1]!, card[3]!], 'IND')).toEqual({});
});

it('a name above the address may have two lines in letters of the same size', () => {
  const card = [
    lineAt('MALAYSIA', 30, 65, 40),
    lineAt('IDENTITY CARD', 330, 75, 20),
    lineAt('MUHAMMAD HAFIZ BIN', 40, 470, 26),
    lineAt('ABDUL RAHMAN', 40, 508, 26),
    lineAt('NO 14 JALAN SS 2/24', 40, 560, 24),
    lineAt('47300 PETALING JAYA', 40, 595, 24),
  ];
  expect(namesOn(card, 'MYS')).toEqual({ name: 'MUHAMMAD HAFIZ BIN ABDUL RAHMAN' });
  const smaller = card.map((line) => (line.text.includes('HAFIZ') ? lineAt('MUHAMMAD HAFIZ', 40, 478, 18) : line));
  expect(namesOn(smaller, 'MYS')).toEqual({ name: 'ABDUL RAHMAN' });
});

it('a name may have an empty line before the address, whose lines are not that far apart', () => {
  const card = [
    lineAt('KAD PENGENALAN', 53, 30, 29),
    lineAt('MALAYSIA', 53, 77, 24),
    lineAt('MOHAMAD HAFIZ BIN ABDUL RAHMAN', 57, 502, 19),
    lineAt('NO 27 JALAN MELATI 3/4', 57, 564, 18),
    lineAt('TAMAN SRI INDAH', 57, 597, 18),
    lineAt('43000 KAJANG', 57, 630, 18),
  ];
  expect(namesOn(card, 'MYS')).toEqual({ name: 'MOHAMAD HAFIZ BIN ABDUL RAHMAN' });
});

describe('the label of one name that is unreadable', () => {
  const card = [
    lineAt('APELLIDOS', 82, 230, 13),
    lineAt('GÜERERE URDANETA', 82, 252, 28),
    lineAt('NAPES', 82, 305, 13, 30),
    lineAt('JEFERSON JOSÉ', 79, 325, 30),
    lineAt('F. NACIMIENTO', 81, 379, 13),
    lineAt('25/07/2004', 82, 400, 25),
  ];
  const without = (text: string) => card.filter((line) => line.text !== text);

  it('leaves the given names below the surnames, and the surnames above the given names', () => {
    const both = { name: 'JEFERSON JOSÉ', lastname: 'GÜERERE URDANETA' };
    expect(namesOn(card, 'VEN')).toEqual(both);
    expect(namesOn(without('NAPES'), 'VEN')).toEqual(both);
    const upper = [lineAt('APES', 82, 230, 13, 30), card[1]!, lineAt('NOMBRES', 82, 305, 13), ...card.slice(3)];
    expect(namesOn(upper, 'VEN')).toEqual(both);
  });

  it('says nothing where the text between them was clearly read, or the line has a label', () => {
    const father = [...without('NAPES'), lineAt('ANAK KEPADA', 82, 305, 13)];
    expect(namesOn(father, 'VEN')).toEqual({ lastname: 'GÜERERE URDANETA' });
    const place = [...without('NAPES'), lineAt('LUGAR DE NACIMIENTO', 82, 305, 13)];
    expect(namesOn(place, 'VEN')).toEqual({ lastname: 'GÜERERE URDANETA' });
  });
});

it('a surname before a comma, above given names, is that of a licence, and of no other card', () => {
  const licence = [
    lineAt("DRIVER'S LICENCE AND SERVICES CARD", 30, 20, 24),
    lineAt('CANADA', 800, 20, 24),
    lineAt('MACKENZIE-LEBLANC,', 400, 150, 30),
    lineAt('SEAN PATRICK', 400, 200, 30),
    lineAt('1846 W 14TH AVE', 400, 260, 20),
  ];
  expect(namesOn(licence, 'CAN')).toEqual({ name: 'SEAN PATRICK', lastname: 'MACKENZIE-LEBLANC' });
  expect(namesOn(licence.slice(1), 'CAN')).not.toHaveProperty('lastname');
});

it('a surname in capitals above given names in small letters is that of a licence, and of no other card', () => {
  const licence = [
    lineAt('Driver Licence', 30, 20, 40),
    lineAt('QUEENSLAND', 30, 60, 20),
    lineAt('Australia', 30, 90, 20),
    lineAt("O'SHEA-NGUYEN", 400, 150, 30),
    lineAt('Imogen Claire', 400, 200, 30),
    lineAt('Sex', 400, 260, 14),
    lineAt('F', 400, 285, 25),
  ];
  expect(namesOn(licence, 'AUS')).toEqual({ name: 'IMOGEN CLAIRE', lastname: "O'SHEA-NGUYEN" });
  expect(namesOn(licence.slice(1), 'AUS')).toEqual({});
  expect(namesOn([...licence, lineAt('MAIN ROADS', 800, 150, 30), lineAt('Brisbane', 800, 200, 30)], 'AUS')).toEqual(
    {},
  );
});
