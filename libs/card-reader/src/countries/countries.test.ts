import { anyCountry, countries } from '.';
import { curpIn, curpWithBirth } from './curp';

const form = (code: string, text: string) => countries.find((country) => country.code === code)!.nin.form(text);

describe('a national number as its country writes it', () => {
  it.each([
    ['CHL', 'RUN 17.729.045-9', '17729045-9'],
    ['CHL', '17759749<K'.replace('<', ' '), '17759749-K'],
    ['ARG', '37.508.560', '37508560'],
    ['PER', 'DNI 59921317 - 5', '59921317'],
    ['COL', '1.723.688.239', '1723688239'],
    ['ECU', 'NUI.4648393359', '4648393359'],
    ['URY', '5.527.847-2', '5527847-2'],
    ['BRA', '155.442.968-47', '155442968-47'],
    ['ESP', '14992105S', '14992105S'],
    ['PRY', '5.175.178', '5175178'],
    ['MEX', 'RIFV810106MNLQGR04', 'RIFV810106MNLQGR04'],
  ])('%s: %s', (code, text, number) => expect(form(code, text)).toBe(number));

  it.each(countries.map(({ code }) => code))('%s knows a word from a number', (code) => {
    for (const text of ['', 'SANTIAGO', 'NO INFORMADO', 'IDENTIDAD', '12']) expect(form(code, text)).toBeNull();
  });

  it('of any other country is what a label announces, with its hyphens', () => {
    expect(anyCountry.nin.form('7-2843-4471')).toBe('7-2843-4471');
    expect(anyCountry.nin.form('CAPITAL CITY')).toBeNull();
  });
});

describe('a CURP', () => {
  it('is read through letters seen twice or as figures', () => {
    expect(curpIn('GUGL521124HIJCTLSO1')).toBe('GUGL521124HJCTLS01');
    expect(curpIn('RIAO63I2O7HJCVRSO4')).toBe('RIAO631207HJCVRS04');
  });

  it('is none with a state or a birth that does not exist', () => {
    expect(curpIn('GUGL521124HXXTLS01')).toBeNull();
    expect(curpIn('GUGL521324HJCTLS01')).toBeNull();
  });

  it('takes a proven birth for a nearly equal one', () => {
    expect(curpWithBirth('RARL510411MVZMQC00', '810411')).toBe('RARL810411MVZMQC00');
    expect(curpWithBirth('RARL510411MVZMQC00', '790228')).toBe('RARL510411MVZMQC00');
  });
});
