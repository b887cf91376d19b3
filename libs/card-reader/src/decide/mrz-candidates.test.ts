import { anyCountry, countries } from '../countries';
import { countryWithoutFile } from '../countries/any-country';
import { mrzOf } from '../read/mrz-reading.fixture';
import { mrzCandidates } from './mrz-candidates';

const chile = countries.find(({ code }) => code === 'CHL')!;
const austrian = ['IDAUTE64096896270465458<<<<<<<', '0110277F3202023AUT<<<<<<<<<<<7', 'MUELLER<<DOERTE<<<<<<<<<<<<<<<'];
const find = (zone: ReturnType<typeof mrzOf>, country: typeof anyCountry, field: string) =>
  mrzCandidates(zone, country).find((candidate) => candidate.field === field);

it('the national number of a passport is in its only optional field', () => {
  const passport = ['P<CHLZAMBRANO<QUINONES<<HUGO<RAMON<<<<<<<<<<', 'F174754720CHL5512049M350807921405648<8<<<<04'];
  expect(find(mrzOf(passport, 'TD3'), chile, 'nin')).toMatchObject({ value: '21405648-8' });
});

it('a number whose form is unknown is not proven by the zone alone', () => {
  const austria = { ...anyCountry, code: 'AUT' };
  const number = find(mrzOf(austrian), { ...austria, nationalNumber: { ...austria.nationalNumber, mrzField: 'optional_first' } }, 'nin'); // prettier-ignore
  expect(number).toMatchObject({ value: '70465458', hasValidCheckDigit: false });
});

it('a number with characters that no reading of the zone saw confirms no print', () => {
  const lines = ['INCHL4650546264<<<<<<<<<<<<<<<', '7402164F3002164CHL17729045<9<4', 'FERNANDEZ<ZUNIGA<<BEGONA<GABRI'];
  const asRead = lines.map((line) => line.replace('465054626', '465T54626'));
  const zone = { ...mrzOf(lines), asRead, seen: asRead.map((line) => [...line]), isRepaired: true, isConfirmed: true };
  expect(find(zone, chile, 'document_number')).toMatchObject({ value: '465054626', isRefuted: true });
  expect(find(zone, chile, 'date_birth')).toMatchObject({ isRefuted: false });
  const seen = zone.seen.map((row, line) => row.map((letters, at) => (line === 0 && at === 8 ? 'T0' : letters)));
  expect(find({ ...zone, seen }, chile, 'document_number')).toMatchObject({ isRefuted: false });
});

it('the number of a card that has none but the person’s is not the serial number of its zone', () => {
  const colombia = countries.find(({ code }) => code === 'COL')!;
  const lines = ['ICCOL7485007337<<<<<<<<<<<<<<<', '8504197F3004193COL1061858742<4', 'REAL<MESA<<ROCIO<<<<<<<<<<<<<<'];
  expect(find(mrzOf(lines), colombia, 'document_number')).toMatchObject({ value: '1061858742' });
  expect(find(mrzOf(lines), colombia, 'nin')).toMatchObject({ value: '1061858742' });
  expect(find(mrzOf(lines), chile, 'document_number')).toMatchObject({ value: '748500733' });
});

it('the number of a card is the whole one of which its field holds the beginning', () => {
  const brazil = countries.find(({ code }) => code === 'BRA')!;
  const lines = ['IDBRA185624223118562422347<<<<', '8409171F3403118BRA<<<<<<<<<<<0', 'DAVILA<DE<SA<<MARIA<DAS<DORES<'];
  expect(find(mrzOf(lines), brazil, 'document_number')).toMatchObject({ value: '18562422347' });
  expect(find(mrzOf(lines), brazil, 'nin')).toMatchObject({ value: '185624223-47' });
});

it('long surnames of a full row may have been cut, short ones were not', () => {
  const cutOf = (names: string) => {
    const rows = ['I<PRT118493078<ZX87<<<<<<<<<<<', '8010203M2901145PRT<<<<<<<<<<<2', names];
    return find(mrzOf(rows), anyCountry, 'lastname')?.mayBeCut;
  };
  expect(cutOf('SARMENTO<DE<VASCONCELO<<DUARTE')).toBe(true);
  expect(cutOf('SARMENTO<DE<VASCONCELO<<DUAR<<')).toBe(true);
  expect(cutOf('SARMENTO<DE<VASCONCELO<<DUA<<<')).toBe(false);
  expect(cutOf('SARMENTO<<DUARTE<MIGUEL<MANUEL')).toBe(false);
});

describe('in the zone of a country without a file', () => {
  const vietnam = countryWithoutFile('VNM');
  const lines = ['IDVNM0590721048082059072104<<4', '5905155M9912315VNM<<<<<<<<<<<0', 'HUYNH<<VAN<LOI<<<<<<<<<<<<<<<<'];

  it('the number of the card is the whole one of which its field holds the end', () => {
    expect(find(mrzOf(lines), vietnam, 'nin')).toMatchObject({ value: '082059072104' });
    expect(find(mrzOf(lines), vietnam, 'document_number')).toMatchObject({ value: '082059072104' });
  });

  it('the number of a person in Romania is that with the date of birth between its parts', () => {
    const romanian = (optional: string) =>
      find(
        mrzOf(['IDROUTURCANU<<VLAD<STEFAN<<<<<<<<<<<', `VS583907<1ROU7812042M2612041${optional}6`], 'TD2'),
        countryWithoutFile('ROU'),
        'nin',
      );
    expect(romanian('1370823')).toMatchObject({ value: '1781204370823' });
    expect(romanian('1370824')).toMatchObject({ value: '1370824' });
  });

  it('the last day of the century is no expiry', () => {
    expect(find(mrzOf(lines), vietnam, 'date_due')).toBeUndefined();
  });
});

it('an immigrant to the United States is known by the number in the place of the document’s', () => {
  const lines = ['C1USA2967543969MSC2378105313<<', '9801174F3306220NGA<<<<<<<<<<<7', 'OKONKWO<<ADAEZE<CHIOMA<<<<<<<<'];
  expect(find(mrzOf(lines), countryWithoutFile('USA'), 'nin')).toMatchObject({ value: '296754396' });
});
