import { countryWithoutFile } from '../countries/any-country';
import type { FieldCandidate } from './field-candidates';
import { divideName } from './undivided-names';

const candidate = (value: string, more: Partial<FieldCandidate> = {}): FieldCandidate => ({
  field: 'name',
  value,
  source: 'print',
  confidence: 0.9,
  hasValidCheckDigit: false,
  ...more,
});
function divided(value: string, code = ''): string {
  const names = divideName([candidate(value, { isUndivided: true })], countryWithoutFile(code));
  const of = (field: string) => names.find((one) => one.field === field)?.value ?? '';
  return `${of('name')} / ${of('lastname')}`;
}

describe('a name that nothing divides', () => {
  it('has the surname at its end, with its particle', () => {
    expect(divided('DEWI ANGGRAINI PUTRI')).toBe('DEWI ANGGRAINI / PUTRI');
    expect(divided('EDVÂNIA LUZOLO DA MAVINGA', 'AGO')).toBe('EDVÂNIA LUZOLO / DA MAVINGA');
  });

  it('has it in front, or has two, where that is the custom', () => {
    expect(['SGP', 'MYS'].map((code) => divided('TAN WEI LING', code))).toEqual(Array(2).fill('WEI LING / TAN'));
    expect(divided('CARLOS ARMANDO FLORES MEJÍA', 'SLV')).toBe('CARLOS ARMANDO / FLORES MEJÍA');
    expect(divided('ANA FLORES', 'SLV')).toBe('ANA / FLORES');
  });

  it('is divided before the word that says whose child it is', () => {
    expect(divided('MUHAMMAD AMIR BIN ABDULLAH', 'SGP')).toBe('MUHAMMAD AMIR / BIN ABDULLAH');
    expect(divided('RAJ A/L KUMAR', 'MYS')).toBe('RAJ / A/L KUMAR');
  });

  it('is a guess: the more words, the less certain', () => {
    const confidence = (value: string) =>
      divideName([candidate(value, { isUndivided: true })], countryWithoutFile(''))[0]!.confidence;
    expect([confidence('RATNA DEWI'), confidence('RATNA SARI DEWI')]).toEqual([0.7, 0.5]);
  });

  it('is divided if print and a zone without given names have all of it', () => {
    const zone = candidate('ELIUD KIPCHUMBA ROTICH', { field: 'lastname', source: 'mrz' });
    const print = candidate('ELIUD KIPCHUMBA ROTICH', { field: 'lastname' });
    const names = divideName([zone, print], countryWithoutFile('KEN'));
    expect(names.map(({ field, source, value }) => `${field} ${source} ${value}`)).toEqual([
      'name mrz ELIUD KIPCHUMBA',
      'lastname mrz ROTICH',
      'name print ELIUD KIPCHUMBA',
      'lastname print ROTICH',
    ]);
    // What divides them may have been misread.
    for (const others of [[zone], [zone, { ...print, value: 'ELIUD' }], [{ ...zone, isTruncated: true }, print]])
      expect(divideName(others, countryWithoutFile('KEN'))).toBe(others);
  });

  it('stays whole if it is one word, or another source has the surname', () => {
    expect(divided('SUHARTO')).toBe('SUHARTO / ');
    const all = [
      candidate('RATNA DEWI', { isUndivided: true }),
      candidate('DEWI', { field: 'lastname', source: 'mrz' }),
    ];
    expect(divideName(all, countryWithoutFile('IDN'))).toBe(all);
    const given = [candidate('MARIA CRISTINA')];
    expect(divideName(given, countryWithoutFile('PHL'))).toBe(given);
  });
});
