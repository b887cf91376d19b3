import { isExpired } from './expiry';

const now = new Date('2026-02-28T12:00:00Z');

it.each([
  ['01/03/2026', false],
  ['28/02/2026', false],
  ['27/02/2026', true],
  ['31/12/1999', true],
  ['29/02/2026', null],
  ['31/04/2030', null],
  ['00/01/2030', null],
  ['01/13/2030', null],
  ['2030-01-01', null],
  ['never', null],
  ['', null],
  [null, null],
])('%s: %s', (dateDue, expected) => expect(isExpired(dateDue, now)).toBe(expected));

it('expires at the end of the day in UTC', () => {
  expect(isExpired('28/02/2026', new Date('2026-02-28T23:59:59.999Z'))).toBe(false);
  expect(isExpired('28/02/2026', new Date('2026-03-01T00:00:00Z'))).toBe(true);
});
