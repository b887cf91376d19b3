import { monthBefore } from './month-before';

describe('monthBefore', () => {
  it.each([
    ['2026-03-15T10:00:00.000Z', '2026-02-15T10:00:00.000Z'],
    ['2024-03-31T10:00:00.000Z', '2024-02-29T10:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', '2025-12-31T10:00:00.000Z'],
    ['2026-07-31T10:00:00.000Z', '2026-06-30T10:00:00.000Z'],
  ])('of %s is %s', (moment, expected) => {
    expect(monthBefore(new Date(moment)).toISOString()).toBe(expected);
  });
});
