import { parseDate, parseShortDate, toTimestamp, parseMrzDate } from './dates';

describe('a printed date', () => {
  it.each([
    ['16 FEB 1974', '16/02/1974'],
    ['04 NOV/ NOV 2017', '04/11/2017'],
    ['01 ENE/JAN 1974', '01/01/1974'],
    ['14 09 1992', '14/09/1992'],
    ['14 091992', '14/09/1992'],
    ['14 09 1992 828205', '14/09/1992'],
    ['24/11/1952', '24/11/1952'],
    ['03-ENE-1989', '03/01/1989'],
    ['19-AGO-2023 BOGOTÁ D.C.', '19/08/2023'],
    ['1990-05-01', '01/05/1990'],
    ['05.06.2020', '05/06/2020'],
    ['7 de março de 2001', '07/03/2001'],
    ['O5 OUT 2O19', '05/10/2019'],
    ['15D1C2024', '15/12/2024'],
    ['03 5EP 1985', '03/09/1985'],
    ['10 051985', '10/05/1985'],
    ['27-AGO0-2017', '27/08/2017'],
    ['10 MAA/MAR 2019', '10/03/2019'],
    ['SEPTEMBER 15, 2019', '15/09/2019'],
    ['APRIL 03, 2002', '03/04/2002'],
    ['2027-Apr-27', '27/04/2027'],
    ['14 Martsa 1987', '14/03/1987'],
  ])('%s is read as %s', (text, date) => expect(parseDate(text)).toBe(date));

  it.each(['31 FEB 1974', '16 XYZ 1974', 'CALLE 45 1952', '465.054.626', '2017 01', '12/13/2014', '15 180 1985'])(
    '%s is not a date',
    (text) => expect(parseDate(text)).toBeNull(),
  );
});

describe('a printed date with two digits of the year', () => {
  const now = new Date('2026-06-01');

  it.each([
    ['12 AUG /AOÛT 85', false, '12/08/1985'],
    ['03 SEP /SEPT 18', false, '03/09/2018'],
    ['03 SEP /SEPT 28', true, '03/09/2028'],
    ['12.08.85 DUBLIN', false, '12/08/1985'],
    ['12.08.31', true, '12/08/2031'],
  ])('%s is read, in the future: %s, as %s', (text, isInFuture, date) =>
    expect(parseShortDate(text, isInFuture, now)).toBe(date),
  );

  it.each(['12 AUG 1985', '12 AUG 20', '12 AUG 85 1', '12 AUG 2O2', '63.06.09-914.24', '12.13.85', '12.08.85.1'])(
    '%s is none',
    (text) => expect(parseShortDate(text, false, now)).toBeNull(),
  );
});

describe('a date of the machine readable zone', () => {
  const now = new Date('2026-06-01');

  it('is in the past for a birth and may be in the future for an expiry', () => {
    expect(parseMrzDate('740216', 'birth', now)).toBe('16/02/1974');
    expect(parseMrzDate('110216', 'birth', now)).toBe('16/02/2011');
    expect(parseMrzDate('300216', 'birth', now)).toBe('16/02/1930');
    expect(parseMrzDate('300216', 'expiry', now)).toBe('16/02/2030');
    expect(parseMrzDate('990216', 'expiry', now)).toBe('16/02/1999');
  });

  it('is rejected with an impossible day or an unknown part', () => {
    expect(parseMrzDate('740230', 'birth', now)).toBeNull();
    expect(parseMrzDate('74<<<<', 'birth', now)).toBeNull();
  });
});

it('converts a date to a timestamp', () => {
  expect(toTimestamp('16/02/1974')).toBe(Date.UTC(1974, 1, 16));
  expect(toTimestamp(null)).toBeNull();
});
