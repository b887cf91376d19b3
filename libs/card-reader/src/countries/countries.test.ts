import { anyCountry, countries } from '.';
import { countryWithoutFile } from './any-country';
import { correctBirthDate, parseCurp } from './mexico';

const parse = (code: string, text: string) =>
  countries.find((country) => country.code === code)!.nationalNumber.parse(text);

describe('a national number in the form of its country', () => {
  it.each([
    ['CHL', 'RUN 17.729.045-9', '17729045-9'],
    ['CHL', '17759749<K'.replace('<', ' '), '17759749-K'],
    ['ARG', '37.508.560', '37508560'],
    ['PER', 'DNI 59921317 - 5', '59921317'],
    ['PER', 'N° 005984868', '005984868'],
    ['COL', '1.723.688.239', '1723688239'],
    ['ECU', 'NUI.4648393359', '4648393359'],
    ['URY', '5.527.847-2', '5527847-2'],
    ['BRA', '155.442.968-47', '155442968-47'],
    ['ESP', '14992105S', '14992105S'],
    ['PRY', '5.175.178', '5175178'],
    ['BOL', 'N° 4.872.913', '4872913'],
    ['BOL', '4872913-1B', '4872913-1B'],
    ['BOL', 'N° 4872913 SC', '4872913'],
    ['CRI', '1 0923 0456', '1-0923-0456'],
    ['PAN', '8-734-2210', '8-734-2210'],
    ['PAN', 'PE-12-345', 'PE-12-345'],
    ['DOM', '001-1391820-5', '001-1391820-5'],
    ['VEN', 'V 12.345.678', 'V-12345678'],
    ['GTM', 'CUI 2580 60108 0101', '2580601080101'],
    ['DEU', 'L01X00T47', 'L01X00T47'],
    ['DEU', 'LO1X00T47', 'L01X00T47'],
    ['ITA', 'RSSMRA85T1OA562S', 'RSSMRA85T10A562S'],
    ['FRA', 'X4RTBPFW4', 'X4RTBPFW4'],
    ['PRT', '12345678 9 ZZ4', '12345678'],
    ['GBR', 'MACAL853116FM9JX 36', 'MACAL853116FM9JX'],
    ['GBR', '534 982 110', '534982110'],
    ['MEX', 'RIFV810106MNLQGR04', 'RIFV810106MNLQGR04'],
  ])('%s: %s', (code, text, number) => expect(parse(code, text)).toBe(number));

  it.each(countries.map(({ code }) => code))('%s rejects words', (code) => {
    for (const text of ['', 'SANTIAGO', 'NO INFORMADO', 'IDENTIDAD', '12']) expect(parse(code, text)).toBeNull();
  });

  it('of any other country may end with letters, and is no word', () => {
    expect(anyCountry.nationalNumber.parse('CF89661060PYWX')).toBe('CF89661060PYWX');
    expect(anyCountry.nationalNumber.parse('0501 1999 13091')).toBe('0501199913091');
    expect(anyCountry.nationalNumber.parse('05 01 1999')).toBeNull();
    expect(anyCountry.nationalNumber.parse('ZONE 12345')).toBeNull();
    expect(anyCountry.nationalNumber.parse('ZONE12345')).toBeNull();
  });

  it('of a country without a file begins and ends with letters, if its form says so', () => {
    expect(countryWithoutFile('ALB').nationalNumber.parse('150208114M')).toBe('I50208114M');
    expect(countryWithoutFile('ALB').nationalNumber.parse('J360I9O57D')).toBe('J36019057D');
    expect(countryWithoutFile('ALB').nationalNumber.parse('028417635')).toBe('028417635');
    expect(countryWithoutFile('SGP').nationalNumber.parse('S8746203Z')).toBe('S8746203Z');
    expect(countryWithoutFile('SGP').nationalNumber.parse('S87462037')).toBe('S8746203Z');
  });

  it('of any other country keeps its hyphens', () => {
    expect(anyCountry.nationalNumber.parse('7-2843-4471')).toBe('7-2843-4471');
    for (const sign of ['°', '”', '*', '.'])
      expect(anyCountry.nationalNumber.parse(`N${sign} 687-231103-1674Z`)).toBe('687-231103-1674Z');
    expect(anyCountry.nationalNumber.parse('CAPITAL CITY')).toBeNull();
  });
});

describe('a CURP', () => {
  it('is corrected where a character was read twice or letters and digits were confused', () => {
    expect(parseCurp('GUGL521124HIJCTLSO1')).toBe('GUGL521124HJCTLS01');
    expect(parseCurp('RIAO63I2O7HJCVRSO4')).toBe('RIAO631207HJCVRS04');
  });

  it('keeps the three equal digits of a birth date', () => {
    expect(parseCurp('RIPO551117HCHNXS40')).toBe('RIPO551117HCHNXS40');
  });

  it('is rejected with an unknown state or an impossible birth date', () => {
    expect(parseCurp('GUGL521124HXXTLS01')).toBeNull();
    expect(parseCurp('GUGL521324HJCTLS01')).toBeNull();
  });

  it('takes over a proven birth date that is nearly equal', () => {
    expect(correctBirthDate('RARL510411MVZMQC00', '810411')).toBe('RARL810411MVZMQC00');
    expect(correctBirthDate('RARL510411MVZMQC00', '790228')).toBe('RARL510411MVZMQC00');
  });
});
