import { mrzCheckDigit as checkDigit } from '../countries/check-digits';
import { verifyCheckDigits } from './mrz-check-digits';
import { parseMrz } from './parse-mrz';

// The examples of ICAO 9303, parts 4 to 6.
const td1 = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'];
const td2 = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'];
const td3 = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const all = { number: true, birth: true, expiry: true, composite: true };

describe('the lines of a machine readable zone', () => {
  it('have check digits with the weights 7, 3, 1', () => {
    expect(checkDigit('520727')).toBe(3);
    expect(checkDigit('AB2134<<<')).toBe(5);
  });

  it('have right check digits in all three formats', () => {
    expect(verifyCheckDigits(td1, 'TD1')).toEqual(all);
    expect(verifyCheckDigits(td2, 'TD2')).toEqual(all);
    expect(verifyCheckDigits(td3, 'TD3')).toEqual(all);
  });

  it('name the same person in all three formats', () => {
    const person = {
      lastname: 'ERIKSSON',
      name: 'ANNA MARIA',
      birth: '740812',
      expiry: '120415',
      sex: 'F',
      issuer: 'UTO',
    };
    expect(parseMrz(td1, 'TD1')).toMatchObject({ ...person, number: 'D23145890' });
    expect(parseMrz(td2, 'TD2')).toMatchObject({ ...person, number: 'D23145890' });
    expect(parseMrz(td3, 'TD3')).toMatchObject({ ...person, number: 'L898902C3', optional: ['ZE184226B'] });
  });

  it('reveal each wrong digit', () => {
    const line = td1[1]!;
    for (const at of [0, 3, 6, 9, 14, 29]) {
      const wrong = line.slice(0, at) + ((Number(line[at]) + 1) % 10) + line.slice(at + 1);
      expect(Object.values(verifyCheckDigits([td1[0]!, wrong, td1[2]!], 'TD1'))).toContain(false);
    }
  });

  it('may have fillers for the date of expiry, whose check digit is 0 or a filler, and for no part of it', () => {
    const digitsOf = (expiry: string) => {
      const line = `7408122F${expiry}UTO<<<<<<<<<<<`;
      const covered = td1[0]!.slice(5) + line.slice(0, 7) + line.slice(8, 15) + line.slice(18);
      return verifyCheckDigits([td1[0]!, line + checkDigit(covered), td1[2]!], 'TD1');
    };
    for (const expiry of ['<<<<<<0', '<<<<<<<']) expect(digitsOf(expiry)).toEqual(all);
    for (const expiry of ['<<<<<<4', `1204<<${checkDigit('1204<<')}`])
      expect(digitsOf(expiry)).toEqual({ ...all, expiry: false });
  });

  it('count as truncated if the name fills its line', () => {
    expect(parseMrz(td1, 'TD1').isTruncated).toBe(false);
    expect(parseMrz([td1[0]!, td1[1]!, 'FERNANDEZ<ZUNIGA<<BEGONA<GABRI'], 'TD1').isTruncated).toBe(true);
  });

  it('may count the filler within a long number', () => {
    const long = (digit: string) => [`I<PRT151107157<ZY7${digit}<<<<<<<<<<<`, td1[1]!, td1[2]!];
    expect(['4', '0', '3'].map((digit) => verifyCheckDigits(long(digit), 'TD1').number)).toEqual([true, true, false]);
  });

  it('continue a long document number in the optional data', () => {
    const number = 'D23145890734';
    const line = `I<UTOD23145890<734${checkDigit(number)}<<<<<<<<<<<<`.slice(0, 30);
    const mrz = parseMrz([line, td1[1]!, td1[2]!], 'TD1');
    expect(mrz.number).toBe(number);
    expect(mrz.checkDigits.number).toBe(true);
    expect(mrz.optional[0]).toBe('');
  });

  it('have no right check digit for an empty number or date of birth', () => {
    const empty = ['I<UTO<<<<<<<<<0<<<<<<<<<<<<<<<', '<<<<<<0F<<<<<<0UTO<<<<<<<<<<<0', td1[2]!];
    expect(verifyCheckDigits(empty, 'TD1')).toMatchObject({ number: false, birth: false });
  });
});

it('a letter at the end of the fillers behind the names is a misread filler', () => {
  const zone = [td1[0]!, td1[1]!, 'TURCANU<<ION<<<<<<<<<<<<<<<<<K'];
  expect(parseMrz(zone, 'TD1')).toMatchObject({ lastname: 'TURCANU', name: 'ION', isTruncated: false });
});
