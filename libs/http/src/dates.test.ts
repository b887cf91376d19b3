import { between, momentsOf } from './dates';

it.each([
  ['2026-01-05', '2026-01-05T00:00:00.000Z', '2026-01-05T23:59:59.999Z'],
  ['2026-01-05T10:00', '2026-01-05T10:00:00.000Z', '2026-01-05T10:00:00.000Z'],
  ['2026-01-05T10:00:00.5+02:00', '2026-01-05T08:00:00.500Z', '2026-01-05T08:00:00.500Z'],
])('%s means %s to %s', (sent, first, last) => {
  const moments = momentsOf(sent)!;
  expect([moments.first.toISOString(), moments.last.toISOString()]).toEqual([first, last]);
});

it.each(['2026-02-30', '2026-13-01', 'yesterday', '', '5', '2026', '2026-1-5', '2026-01-05T25:00'])(
  '%j is no date',
  (sent) => {
    expect(momentsOf(sent)).toBeUndefined();
  },
);

it('an until_date without a time means the end of that day', () => {
  expect(between({ from_date: '2026-01-05', until_date: '2026-01-05' })).toEqual({
    $gte: new Date('2026-01-05T00:00:00.000Z'),
    $lte: new Date('2026-01-05T23:59:59.999Z'),
  });
  expect(between({})).toBeUndefined();
});
