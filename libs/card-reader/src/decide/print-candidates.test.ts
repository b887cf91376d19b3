import { countries, countryWithoutFile } from '../countries';
import { lineAt } from '../read/printed-lines.fixture';
import type { PrintedLine } from '../read/read-line';
import { printCandidates } from './print-candidates';

const countryOf = (code: string) => countries.find((country) => country.code === code) ?? countryWithoutFile(code);
const valuesOf = (sides: PrintedLine[][], code = '') =>
  Object.fromEntries(printCandidates(sides, countryOf(code)).map(({ field, value }) => [field, value]));

/** Labels above their values, two columns. */
const below = [
  lineAt('APELLIDOS', 400, 100, 14),
  lineAt('FERNÁNDEZ', 400, 122, 24),
  lineAt('ZÚÑIGA', 400, 160, 24),
  lineAt('NOMBRES', 400, 215, 14),
  lineAt('BEGOÑA GABRIELA', 400, 237, 24),
  lineAt('SEXO', 800, 290, 14),
  lineAt('F', 800, 312, 20),
  lineAt('FECHA DE NACIMIENTO', 400, 290, 14),
  lineAt('16 FEB 1974', 400, 312, 20),
  lineAt('NÚMERO DOCUMENTO', 400, 360, 14),
  lineAt('465.054.626', 400, 382, 20),
  lineAt('RUN 17.729.045-9', 60, 600, 26),
];

describe('the print', () => {
  it('gives numbers as they are printed where no file of the country knows their form', () => {
    const numbers = (card: string, person: string) => [
      lineAt(`CARD NO: ${card}`, 60, 100, 26),
      lineAt(`PERSONAL NO: ${person}`, 60, 200, 26),
    ];
    expect(valuesOf([numbers('592-3137046-50', '866011/5541')])).toEqual({
      document_number: '592-3137046-50',
      nin: '866011/5541',
    });
    expect(valuesOf([numbers('592-3137046-50', '12/34567')], 'CHL').document_number).toBe('592313704650');
    expect(valuesOf([numbers('AB 123.456', '12/34567')])).toEqual({ document_number: 'AB123456', nin: '1234567' });
  });

  it('takes the name beside its label where a number stands in the column of the label', () => {
    const lines = [
      lineAt('1 1130 0189', 435, 166, 42),
      lineAt('Nombre:', 434, 260, 19),
      lineAt('MARÍA FERNANDA', 597, 253, 26),
      lineAt('1° Apellido:', 436, 326, 19),
      lineAt('UREÑA', 597, 320, 26),
    ];
    expect(valuesOf([lines], 'CRI')).toMatchObject({ name: 'MARÍA FERNANDA', lastname: 'UREÑA' });
  });

  it('separates the surname from the given names by the comma between their lines', () => {
    const lines = [
      lineAt('1,2 NAME/NOM', 424, 127, 13),
      lineAt('THIBODEAU,', 424, 152, 28),
      lineAt('GENEVIÈVE, CLAIRE', 424, 186, 28),
    ];
    expect(valuesOf([lines])).toEqual({ lastname: 'THIBODEAU', name: 'GENEVIÈVE CLAIRE' });
    const jamaican = [
      lineAt('NAME', 842, 208, 16),
      lineAt('MCKENZIE,', 842, 234, 26),
      lineAt("DWAYNE O'NEIL", 842, 264, 26),
    ];
    expect(valuesOf([jamaican])).toEqual({ lastname: 'MCKENZIE', name: "DWAYNE O'NEIL" });
  });

  it('joins first and middle names that have labels of their own', () => {
    const fields = ['JINA LA KWANZA: JUMA', 'MAJINA YA KATI: RASHIDI SAIDI', 'JINA LA MWISHO: MNYAMPANDA'];
    const lines = fields.flatMap((field, row) => {
      const [label, value] = field.split(': ') as [string, string];
      return [lineAt(label, 842, 130 + row * 84, 16), lineAt(value, 842, 152 + row * 84, 26)];
    });
    expect(valuesOf([lines], 'TZA')).toEqual({ name: 'JUMA RASHIDI SAIDI', lastname: 'MNYAMPANDA' });
  });

  it('joins other names to the first one; alone they are the given names', () => {
    const fields = ['FIRST NAME: CHIMWEMWE', 'OTHER NAMES: GRACE', 'SURNAME: BANDA'];
    const lines = fields.map((text, row) => lineAt(text, 60, 100 + row * 60, 26));
    expect(valuesOf([lines])).toEqual({ name: 'CHIMWEMWE GRACE', lastname: 'BANDA' });
    expect(valuesOf([lines.slice(1)])).toEqual({ name: 'GRACE', lastname: 'BANDA' });
  });

  it('gives a full name as the name where nothing tells which part is the surname', () => {
    expect(valuesOf([[lineAt('Nama', 97, 253, 19), lineAt(': RATNA DEWI', 310, 255, 19)]])).toEqual({
      name: 'RATNA DEWI',
    });
  });

  it('finds the national number within that of an Argentine worker', () => {
    expect(valuesOf([[lineAt('27-45302490-9', 642, 68, 26)]], 'ARG')).toMatchObject({ nin: '45302490' });
    expect(valuesOf([[lineAt('27-45302490-8', 642, 68, 26)]], 'ARG')).toEqual({});
  });

  it('gives the last two parts of a full name to the surname where given names are first', () => {
    const named = (name: string) => valuesOf([[lineAt('NOMBRE', 433, 148, 14), lineAt(name, 434, 171, 25)]], 'COL');
    const four = { name: 'YULIANA ANDREA', lastname: 'ÑUSTES CÁRDENAS' };
    expect(named('YULIANA ANDREA ÑUSTES CÁRDENAS')).toEqual(four);
    expect(named('ANA ÑUSTES CÁRDENAS')).toEqual({ name: 'ANA', lastname: 'ÑUSTES CÁRDENAS' });
    const long = { name: 'JUAN DE DIOS', lastname: 'DE LA CRUZ PEÑA' };
    expect(named('JUAN DE DIOS DE LA CRUZ PEÑA')).toEqual(long);
  });

  it('takes no title above the first label for a name', () => {
    const rows: [string, string][] = [
      ['Apellidos:', 'PEÑALOZA RINCÓN'],
      ['Nombres:', 'ÁNGELA XIMENA'],
    ];
    const labelled = rows.flatMap(([label, value], row) => [
      lineAt(label, 69, 140 + row * 85, 18),
      lineAt(value, 400, 140 + row * 85, 22),
    ]);
    const card = [lineAt('REPÚBLICA DE HONDURAS', 69, 40, 28), lineAt('TARJETA DE IDENTIDAD', 69, 88, 20), ...labelled];
    expect(valuesOf([card], 'HND')).toEqual({ lastname: 'PEÑALOZA RINCÓN', name: 'ÁNGELA XIMENA' });
  });

  it('takes the exact word for a citizen of the issuer, however uncertain its letters are', () => {
    const nationality = (text: string, code: string) => {
      const lines = [lineAt('Kewarganegaraan', 60, 100, 18), lineAt(text, 400, 100, 18, 24)];
      return printCandidates([lines], countryOf(code)).find(({ field }) => field === 'nationality')?.confidence;
    };
    expect(nationality('WNI', 'IDN')).toBe(0.6);
    expect(nationality('WNI', 'MYS')).toBe(0.24);
  });

  it('reads a date behind its label, whatever another script before both was read as', () => {
    const line = lineAt('SH aRa/DOB: 04/12/1993', 60, 100);
    const words = line.words.map((word) => (/DOB|\d/.test(word.text) ? word : { ...word, confidence: 4 }));
    expect(valuesOf([[{ ...line, words, confidence: 4 }]])).toEqual({ date_birth: '04/12/1993' });
  });

  it('reads the date of issue where a period begins, whether its year has two digits or four', () => {
    const dates = (period: string) => valuesOf([[lineAt('Validity', 60, 100, 14), lineAt(period, 60, 125, 20)]], 'ROU');
    expect(dates('09.08.19-04.12.2026')).toEqual({ date_issue: '09/08/2019', date_due: '04/12/2026' });
    expect(dates('09.08.2016 - 04.12.2026')).toMatchObject({ date_issue: '09/08/2016' });
    expect(dates('04.12.2026')).toEqual({ date_due: '04/12/2026' });
  });

  it('takes a nationality that two countries share for that of the issuer', () => {
    const card = [lineAt('Nationalité', 431, 152, 13), lineAt('Congolaise', 431, 173, 30)];
    expect(valuesOf([card], 'COD')).toEqual({ nationality: 'COD' });
  });

  it('divides a full name at its comma', () => {
    const card = [lineAt('Full name', 431, 152, 13), lineAt('CHAN, Tai Man', 431, 173, 30)];
    expect(valuesOf([card], 'HKG')).toEqual({ name: 'TAI MAN', lastname: 'CHAN' });
  });

  it('takes the words in capitals for the surname where the others are not', () => {
    expect(valuesOf([[lineAt('Amazina / Names', 433, 144, 16), lineAt('UWIMANA Marie Claire', 433, 171, 20)]])).toEqual(
      {
        lastname: 'UWIMANA',
        name: 'MARIE CLAIRE',
      },
    );
    const particle = [lineAt('Amazina / Names', 433, 144, 16), lineAt('HABIMANA Jean de Dieu', 433, 171, 20)];
    expect(valuesOf([particle])).toEqual({ lastname: 'HABIMANA', name: 'JEAN DE DIEU' });
    const licence = (...texts: string[]) => texts.map((text, row) => lineAt(text, 56, 40 + row * 80));
    const unlabelled = licence('Driver Licence', 'Imogen Claire FITZSIMMONS', 'UNIT 5');
    expect(valuesOf([unlabelled])).toEqual({ lastname: 'FITZSIMMONS', name: 'IMOGEN CLAIRE' });
    expect(valuesOf([licence('Driver Licence', '1 SMITH', '9 Class C', '12 End NONE', 'Restrictions NONE')])).toEqual(
      {},
    );
    expect(valuesOf([licence('Driver Licence', '17 WGT 205 Ib')])).toEqual({});
    expect(valuesOf([licence('Identity card', 'Imogen Claire FITZSIMMONS')])).toEqual({});
  });

  it('gives no date as the number of the card, where two labels were read as one line', () => {
    const lines = [
      lineAt('Date of expiry Kortnummer/Card number', 465, 601, 18),
      lineAt('08.11.2026', 465, 568, 20),
      lineAt('YEZ755176', 817, 568, 20),
    ];
    expect(valuesOf([lines]).document_number).not.toBe('08112026');
  });

  it('gives the values below their labels, with names of several lines', () => {
    expect(valuesOf([below], 'CHL')).toEqual({
      lastname: 'FERNÁNDEZ ZÚÑIGA',
      name: 'BEGOÑA GABRIELA',
      nin: '17729045-9',
      document_number: '465054626',
      date_birth: '16/02/1974',
      gender: 'F',
    });
  });

  it('gives the values above their labels if those are nearer', () => {
    const front = [
      lineAt('NÚMERO 1.723.688.239', 80, 190, 30),
      lineAt('PEÑA LÓPEZ', 80, 280, 30),
      lineAt('APELLIDOS', 80, 318, 15),
      lineAt('MATÍAS HÉCTOR', 80, 400, 30),
      lineAt('NOMBRES', 80, 438, 15),
    ];
    expect(valuesOf([front], 'COL')).toMatchObject({
      lastname: 'PEÑA LÓPEZ',
      name: 'MATÍAS HÉCTOR',
      nin: '1723688239',
      document_number: '1723688239',
    });
  });

  it('gives the values beside their labels, with a label for each surname', () => {
    const front = [
      lineAt('Nombre:', 60, 100, 18),
      lineAt('BEGOÑA', 260, 100, 20),
      lineAt('1er Apellido:', 60, 160, 18),
      lineAt('MELÉNDEZ', 260, 160, 20),
      lineAt('Segundo Apellido:', 60, 220, 18),
      lineAt('NÚÑEZ', 290, 220, 20),
      lineAt('Vencimiento:', 60, 280, 18),
      lineAt('05/01/2029', 260, 280, 20),
    ];
    expect(valuesOf([front])).toMatchObject({ name: 'BEGOÑA', lastname: 'MELÉNDEZ NÚÑEZ', date_due: '05/01/2029' });
  });

  it('gives the names in the lines of their labels, with those that continue them', () => {
    const front = [
      lineAt('Apellidos: MELÉNDEZ', 60, 100),
      lineAt('NÚÑEZ', 60 + 11 * 20 * 0.62, 128),
      lineAt('Nombres: BEGOÑA GABRIELA', 60, 180),
    ];
    expect(valuesOf([front])).toMatchObject({ name: 'BEGOÑA GABRIELA', lastname: 'MELÉNDEZ NÚÑEZ' });
  });

  it('of the United States gives dates with the month first', () => {
    const front = [lineAt('DATE OF BIRTH', 60, 100, 14), lineAt('01/06/1990', 60, 122)];
    const dateIn = (code: string) => printCandidates([front], countryWithoutFile(code))[0]?.value;
    expect(dateIn('USA')).toBe('06/01/1990');
    expect(dateIn('CAN')).toBe('01/06/1990');
  });

  it('gives the numbered fields of a driving licence', () => {
    const front = ['1. MURPHY', '2. ÁINE', '3. 12.08.85 DUBLIN', '4a. 01.02.2022', '4b. 31.01.2032', '5. 995669484'];
    expect(valuesOf([front.map((text, row) => lineAt(text, 440, 100 + row * 50))])).toMatchObject({
      name: 'ÁINE',
      lastname: 'MURPHY',
      date_birth: '12/08/1985',
      date_issue: '01/02/2022',
      date_due: '31/01/2032',
      document_number: '995669484',
    });
  });

  it('gives the names of the front if the back names other persons', () => {
    const back = [
      lineAt('APELLIDOS Y NOMBRES DEL PADRE', 80, 100, 14),
      lineAt('ROJAS VERA ANDRÉS', 80, 122, 20),
      lineAt('NOMBRES', 80, 200, 14),
      lineAt('ANDRÉS', 80, 222, 20),
    ];
    expect(valuesOf([below, back], 'CHL')).toMatchObject({ name: 'BEGOÑA GABRIELA', lastname: 'FERNÁNDEZ ZÚÑIGA' });
  });

  it('of a Mexican card gives the gender of the CURP where its letter was badly read', () => {
    const lines = (confidence: number) => [
      lineAt('sEXO H', 1078, 186, 20, confidence),
      lineAt('CURP', 408, 497, 14),
      lineAt('LEXA870412MVZNCN99', 409, 521, 19),
    ];
    expect(valuesOf([lines(32)], 'MEX')).toMatchObject({ gender: 'F' });
    expect(valuesOf([lines(95)], 'MEX')).toMatchObject({ gender: 'M' });
  });

  it('of a Mexican card gives all names below one label, and the gender of the CURP', () => {
    const front = [
      lineAt('NOMBRE', 430, 100, 14),
      lineAt('RIQUELME', 430, 122, 22),
      lineAt('FIGUEROA', 430, 156, 22),
      lineAt('VERÓNICA', 430, 190, 22),
      lineAt('CURP', 430, 300, 14),
      lineAt('RIFV810106MNLQGRO04', 500, 298, 20, 47),
      lineAt('VIGENCIA', 430, 400, 14),
      lineAt('2022 - 2032', 540, 398, 18),
    ];
    expect(valuesOf([front], 'MEX')).toMatchObject({
      lastname: 'RIQUELME FIGUEROA',
      name: 'VERÓNICA',
      nin: 'RIFV810106MNLQGR04',
      gender: 'F',
      date_due: '31/12/2032',
    });
  });

  it('without labels gives only a number with a right check digit', () => {
    const lines = [lineAt('FERNÁNDEZ', 400, 100), lineAt('17.729.045-9', 60, 500), lineAt('16 FEB 1974', 60, 600)];
    expect(valuesOf([lines], 'CHL')).toEqual({ nin: '17729045-9' });
    expect(valuesOf([[lineAt('17.729.045-8', 60, 500)]], 'CHL')).toEqual({});
  });
});
