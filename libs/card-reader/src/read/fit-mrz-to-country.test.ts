import { countries } from '../countries';
import { fitToCountry } from './fit-mrz-to-country';
import { mrzOf } from './mrz-reading.fixture';

const [portugal, spain, chile, germany] = ['PRT', 'ESP', 'CHL', 'DEU'].map((code) =>
  countries.find((one) => one.code === code)!,
);

describe('a document number', () => {
  const long = ['I<PRT992345694<ZZ81<<<<<<<<<<<', '5202038M3009174PRT<<<<<<<<<<<4', 'TELES<FALCAO<<JOAO<<<<<<<<<<<<'];
  const zone = mrzOf(long.map((line) => line.replace('ZZ81', '7781')));

  it('is fitted to the form of its country, if then all check digits hold', () => {
    expect(fitToCountry(zone, portugal!)).toMatchObject({ lines: long, number: '992345694ZZ8', isRepaired: false });
    const wrong = mrzOf(zone.lines.map((line) => line.replace('5202038', '5202031')));
    expect(fitToCountry(wrong, portugal!)).toBe(wrong);
  });

  it('stays as it is in a country without such a form', () => {
    expect(fitToCountry(zone, chile!)).toBe(zone);
  });
});

describe('a Z that every reading took for a 7', () => {
  const right = ['IDD<<L72V59Z958<<<<<<<<<<<<<<<', '7108145M3308095D<<<<<<<<<<<<<8', 'JAEGER<<GOETZ<DIETMAR<<<<<<<<<'];
  const withNumber = (number: string) => right.map((line) => line.replace('L72V59Z95', number));
  const misread = { ...mrzOf(withNumber('L72V59795')), alternatives: [withNumber('T72V59795'), right] };

  it('is put back where that alone makes all check digits right, and proves nothing', () => {
    expect(fitToCountry(misread, germany!)).toMatchObject({ lines: right, isRepaired: true });
  });

  it('stays a 7 where nothing tells which one is a Z, and where the country has digits only', () => {
    const unclear = { ...misread, alternatives: [right, withNumber('LZ2V59795')] };
    expect(fitToCountry(unclear, germany!)).toBe(unclear);
    expect(fitToCountry(misread, chile!)).toBe(misread);
  });
});

describe('a national number in the optional data', () => {
  const right = ['IDESPCAL138996533069414Z<<<<<<', '5409169M3203282ESP<<<<<<<<<<<5', 'MELENDEZ<PENALOZA<<RAUL<PABLO<'];
  const misread = (from: string, to: string) => mrzOf(right.map((line) => line.replace(from, to)));

  it('is fitted if its own check letter and all check digits then hold', () => {
    expect(fitToCountry(misread('414Z', '4147'), spain!)).toMatchObject({ lines: right, isRepaired: false });
  });

  it('stays as it is where a check letter or a check digit does not hold', () => {
    const [otherLetter, otherDigit] = [misread('414Z', '4145'), misread('414Z', '4247')];
    expect(fitToCountry(otherLetter, spain!)).toBe(otherLetter);
    expect(fitToCountry(otherDigit, spain!)).toBe(otherDigit);
    const otherDate = mrzOf(misread('414Z', '4147').lines.map((line) => line.replace('5409169', '5409189')));
    expect(fitToCountry(otherDate, spain!)).toBe(otherDate);
  });
});
