import { mrzOf } from './mrz-reading.fixture';
import { lineAt } from './printed-lines.fixture';
import { settleMrz } from './settle-mrz';

const lines = ['INCHL4650546264<<<<<<<<<<<<<<<', '7402164F3002164CHL17729045<9<4', 'FERNANDEZ<ZUNIGA<<BEGONA<GABRI'];
const misread = (line: number, from: string, to: string) =>
  mrzOf(lines.map((text, i) => (i === line ? text.replace(from, to) : text)));

describe('a zone whose check digits do not hold', () => {
  it('takes over the number that the card prints, if then all digits hold', () => {
    const settled = settleMrz(misread(0, '465054626', '465T54626'), [lineAt('465.054.626', 0, 0, 20)]);
    expect(settled).toMatchObject({ lines, number: '465054626', isRepaired: true, isConfirmed: true });
  });

  it('takes over a number that continues in the optional data', () => {
    const long = ['I<PRT992345694<ZZ81<<<<<<<<<<<', '5202038M3009174PRT<<<<<<<<<<<4', 'TELES<FALCAO<<JOAO<<<<<<<<<<<<'];
    const zone = mrzOf(long.map((line) => line.replace('ZZ81', '7781')));
    expect(settleMrz(zone, [lineAt('99234569 4 ZZ8', 0, 0, 20)])).toMatchObject({ lines: long, isConfirmed: true });
    expect(settleMrz(zone, [lineAt('99234569 4 ZZ9', 0, 0, 20)])).toBe(zone);
  });

  it('takes over a number that continues behind a filler that was read as a digit', () => {
    const long = ['IDDOM059330082<932<<<<<<<<<<<<', '7509029M2609027DOM<<<<<<<<<<<4', 'ROSARIO<<JUAN<CARLOS<<<<<<<<<<'];
    const zone = mrzOf(long.map((line) => line.replace('059330082<', 'O593300822')));
    expect(settleMrz(zone, [lineAt('059-3300829-3', 0, 0, 20)])).toMatchObject({ lines: long, number: '05933008293' });
    expect(settleMrz(zone, [lineAt('059-3300824-3', 0, 0, 20)])).toBe(zone);
  });

  it('takes over the date that the card prints, if then all digits hold', () => {
    const zone = misread(1, '7402164F', '<402164F');
    expect(settleMrz(zone, [lineAt('16 FEB 1974', 0, 0, 20)])).toMatchObject({ lines, isConfirmed: true });
    expect(settleMrz(zone, [lineAt('16 FEB 1975', 0, 0, 20)])).toBe(zone);
  });

  it('takes over two numbers that the card prints, if no single one makes all digits hold', () => {
    const zone = mrzOf(lines.map((line) => line.replace('465054626', '465T54626').replace('17729045', '1772B045')));
    const both = [lineAt('465.054.626', 0, 0, 20), lineAt('17.729.045-9', 0, 30, 20)];
    expect(settleMrz(zone, both)).toMatchObject({ lines, isConfirmed: true });
    expect(settleMrz(zone, both.slice(1))).toBe(zone);
  });

  it('takes over the number that is within a code without signs between its parts', () => {
    const zone = misread(0, '465054626', '465T54626');
    expect(settleMrz(zone, [], ['DC04FR01AV465054626FERNANDEZ7258'])).toMatchObject({ lines, isConfirmed: true });
    expect(settleMrz(zone, [], ['DC04FR01AV465154626FERNANDEZ7258'])).toBe(zone);
  });

  it('takes over the number of a barcode, even if print and zone were misread alike', () => {
    const zone = misread(0, '465054626', '465T54626');
    const settled = settleMrz(zone, [lineAt('465T54626', 0, 0, 20)], ['CHL|465054626|8']);
    expect(settled).toMatchObject({ lines, isConfirmed: true });
    expect(settleMrz(zone, [lineAt('465T54626', 0, 0, 20)], ['CHL|465054926|8'])).toBe(zone);
  });

  it('takes a zero for the letter O that zone and print show alike', () => {
    const german = [
      'IDD<<L7ZK3M0PX2<<<<<<<<<<<<<<<',
      '8603175<3205080D<<2108<<<<<<<9',
      'VON<DER<HEYDEN<<ANNELIE<KAETHE',
    ];
    const withU = [german[0]!.replace('M0P', 'MUP'), ...german.slice(1)];
    const read = mrzOf([german[0]!.replace('M0P', 'MOP'), ...german.slice(1)]);
    const zone = { ...read, alternatives: [withU, german] };
    expect(settleMrz(zone, [lineAt('L7ZK3MOPX', 0, 0, 20)])).toMatchObject({ lines: german, isConfirmed: true });
  });

  it('takes over the end of a number that the zone lost', () => {
    const whole = [
      'IDURYAU1438207747586320<<<<<<<',
      '8506081M2907033URY<<<<<<<<<<<7',
      'RODRIGUEZ<SILVA<<MARTIN<<<<<<<',
    ];
    const zone = mrzOf(whole.map((row) => row.replace('47586320<<<<<<<', '47586<<<<<<<<<<')));
    expect(settleMrz(zone, [lineAt('4.758.632-0', 0, 0, 20)])).toMatchObject({ lines: whole });
    expect(settleMrz(zone, [lineAt('4.758.631-1', 0, 0, 20)])).toBe(zone);
  });

  it('takes either of S and 8 in optional data that nothing else shows', () => {
    const chilean = [
      'INCHLB027190365S31<<<<<<<<<<<<',
      '6811059M3411056CHL10748213<K<2',
      'MUNOZ<<BENJAMIN<<<<<<<<<<<<<<<',
    ];
    const eight = [chilean[0]!.replace('S31', '831'), ...chilean.slice(1)];
    const read = mrzOf([chilean[0]!.replace('B027190365S31', 'BO27190365931'), ...chilean.slice(1)]);
    const zone = { ...read, alternatives: [chilean, eight] };
    expect(settleMrz(zone, [lineAt('B02719036', 0, 0, 20)])).toMatchObject({ number: 'B02719036', lines: eight });
    const other = [chilean[0]!.replace('B02719036', 'BU2719036'), ...chilean.slice(1)];
    expect(settleMrz({ ...read, alternatives: [chilean, other] }, []).number).toBe('BO2719036');
  });

  it('is left alone if the printed number does not make them hold', () => {
    const wrong = misread(0, '465054626', '465T54626');
    expect(settleMrz(wrong, [lineAt('465.154.626', 0, 0, 20)])).toBe(wrong);
    expect(settleMrz(wrong, [])).toBe(wrong);
  });

  it('is chosen among its possible texts by the print', () => {
    const other = ['INCHL4650546214<<<<<<<<<<<<<<<', ...lines.slice(1)];
    const zone = { ...misread(0, '465054626', '4650546T6'), alternatives: [other, lines] };
    expect(settleMrz(zone, [lineAt('465.054.626', 0, 0, 20)]).lines).toEqual(lines);
    expect(settleMrz(zone, []).lines).not.toEqual(lines);
  });
});

it('two letters O count as two zeros: the print decides', () => {
  const polish = ['I<POLDMJ0099950<<<<<<<<<<<<<<<', '0204244M3306127POL<<<<<<<<<<<6', 'BLASZCZYK<<GRZEGORZ<<<<<<<<<<<'];
  const zone = mrzOf(polish.map((row) => row.replace('DMJ00', 'DMJOO')));
  expect(zone.checkDigits.number).toBe(true);
  expect(settleMrz(zone, [lineAt('DMJ 009995', 0, 0, 20)])).toMatchObject({ lines: polish });
  expect(settleMrz(zone, [lineAt('DMJ OO9995', 0, 0, 20)])).toBe(zone);
  expect(settleMrz(zone, [])).toBe(zone);
});

describe('of several texts with right check digits', () => {
  const mexican = [
    'IDMEX2883528192<2836192044315<',
    '7708198F3212312MEX03<<52172<<4',
    'MELENDEZ<CASTANEDA<<MARTA<MONI',
  ];
  const [read, other] = ['MEXO3', 'MEXU3'].map((part) => mexican.map((row) => row.replace('MEX03', part))) as [
    string[],
    string[],
  ];

  it('the one in which an O within digits is a zero is the right one', () => {
    const zone = { ...mrzOf(read), alternatives: [other, mexican] };
    expect(settleMrz(zone, [])).toMatchObject({ lines: mexican, isConfirmed: true });
  });

  it('an O within digits comes before a filler that a reading took for an O', () => {
    const steep = [
      'IDMEX3408304475<3833638083951<',
      '8309112M2812313MEX02<<95781<<6',
      'NUNEZ<QUINONES<<FELIX<<<<<<<<<',
    ];
    const as = (row: string) => [steep[0]!, row, steep[2]!];
    const asRead = as('8309112M2812313MEXO2<<95781<<6');
    const seen = asRead.map((row, line) => [...row].map((letter, at) => (line === 1 && at === 28 ? '<O' : letter)));
    const alternatives = [as('8309112M2812313MEXO2<<95781<O6'), as('8309112M2812313MEXU2<<95781<<6')];
    const zone = { ...mrzOf(steep, 'TD1', true), asRead, seen, alternatives };
    expect(settleMrz(zone, [])).toMatchObject({ lines: steep, isConfirmed: true });
  });

  it('an O within digits comes before another check digit that a reading saw', () => {
    const seen = read.map((row, line) => [...row].map((letter, at) => (line === 1 && at === 29 ? '48' : letter)));
    const otherDigit = read.map((row, line) => (line === 1 ? `${row.slice(0, 29)}8` : row));
    const zone = { ...mrzOf(mexican, 'TD1', true), asRead: read, seen, alternatives: [otherDigit, other] };
    expect(settleMrz(zone, [])).toMatchObject({ lines: mexican, isConfirmed: true });
  });

  it('the one that another reading of the zone saw is the right one', () => {
    const french = [
      'IDFRAH5F4512P46<<<<<<<<<<<<<<<',
      '5811214F3107128FRA<<<<<<<<<<<0',
      'MARECHAL<<ZOE<AURELIE<<<<<<<<<',
    ];
    const seenAs = (text: string) => french.map((row) => row.replace('H5F4512P4', text));
    const seen = french.map((row, line) => [...row].map((letter, at) => (line === 0 && at === 6 ? 'S5' : letter)));
    const zone = { ...mrzOf(seenAs('HSF4512P4')), seen, alternatives: [seenAs('HSF451ZP4'), french] };
    expect(settleMrz(zone, [])).toMatchObject({ number: 'H5F4512P4', isConfirmed: true });
    expect(settleMrz({ ...zone, seen: seenAs('HSF4512P4').map((row) => [...row]) }, []).isConfirmed).toBe(false);
  });
});

it('a zone with right check digits is not changed', () => {
  const zone = mrzOf(lines);
  expect(settleMrz(zone, [lineAt('465054627', 0, 0, 20)])).toBe(zone);
});

describe('optional data that no check digit tells apart', () => {
  const lines = ['IDMLTMT4127590700418626<<<<<<<', '6211110M3309254MLT<<<<<<<<<<<3', 'ZERAFA<<KARM<GORG<<<<<<<<<<<<<'];

  it('is as the print has it, where that shows G and the zone 6', () => {
    const printed = [lines[0]!.replace('00418626', '0041862G'), ...lines.slice(1)];
    expect(settleMrz(mrzOf(lines), [lineAt('0041862G', 0, 0, 20)])).toMatchObject({ lines: printed });
    expect(settleMrz(mrzOf(lines), [lineAt('0041862A', 0, 0, 20)])).toMatchObject({ lines });
    expect(settleMrz(mrzOf(lines), [])).toMatchObject({ lines });
  });
});
