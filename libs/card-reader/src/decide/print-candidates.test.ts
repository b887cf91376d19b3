import { countryByCode } from '../countries/identify-country';
import { lineAt } from '../read/printed-lines.fixture';
import { printCandidates } from './print-candidates';
import { below, valuesOf } from './printed-values.fixture';

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

  it('finds the national number within that of an Argentine worker', () => {
    expect(valuesOf([[lineAt('27-45302490-9', 642, 68, 26)]], 'ARG')).toMatchObject({ nin: '45302490' });
    expect(valuesOf([[lineAt('27-45302490-8', 642, 68, 26)]], 'ARG')).toEqual({});
  });

  it('takes the exact word for a citizen of the issuer, however uncertain its letters are', () => {
    const nationality = (text: string, code: string) => {
      const lines = [lineAt('Kewarganegaraan', 60, 100, 18), lineAt(text, 400, 100, 18, 24)];
      return printCandidates([lines], countryByCode(code)).find(({ field }) => field === 'nationality')?.confidence;
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

  it('of the United States gives dates with the month first', () => {
    const front = [lineAt('DATE OF BIRTH', 60, 100, 14), lineAt('01/06/1990', 60, 122)];
    const dateIn = (code: string) => printCandidates([front], countryByCode(code))[0]?.value;
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
