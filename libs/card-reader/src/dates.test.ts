import { dateIn, instantOf, zoneDate } from './dates';

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
  ])('%s is read as %s', (text, date) => expect(dateIn(text)).toBe(date));

  it.each(['31 FEB 1974', '16 XYZ 1974', 'CALLE 45 1952', '465.054.626', '2017 01', '12/13/2014'])(
    '%s is none',
    (text) => expect(dateIn(text)).toBeNull(),
  );
});

describe('a date of the machine readable zone', () => {
  const now = new Date('2026-06-01');

  it('lies in the past for a birth, and may lie ahead for an expiry', () => {
    expect(zoneDate('740216', 'birth', now)).toBe('16/02/1974');
    expect(zoneDate('110216', 'birth', now)).toBe('16/02/2011');
    expect(zoneDate('300216', 'birth', now)).toBe('16/02/1930');
    expect(zoneDate('300216', 'expiry', now)).toBe('16/02/2030');
    expect(zoneDate('990216', 'expiry', now)).toBe('16/02/1999');
  });

  it('is none with a day that does not exist or a part unknown', () => {
    expect(zoneDate('740230', 'birth', now)).toBeNull();
    expect(zoneDate('74<<<<', 'birth', now)).toBeNull();
  });
});

it('a date as text is an instant again', () => {
  expect(instantOf('16/02/1974')).toBe(Date.UTC(1974, 1, 16));
  expect(instantOf(null)).toBeNull();
});
