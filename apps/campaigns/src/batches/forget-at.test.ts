import { forgetAt } from './forget-at';

const dayMs = 86_400_000;
const daysUntil = (time: Date) => (time.getTime() - Date.now()) / dayMs;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

it('keeps devices for 30 days after the finish date', () => {
  expect(daysUntil(forgetAt({ rate: null, finish_date: null }, 1))).toBeCloseTo(30, 2);
  expect(daysUntil(forgetAt({ rate: null, finish_date: inDays(9) }, 1))).toBeCloseTo(39, 2);
});

it('keeps devices for 30 days after the rate has dispatched them', () => {
  // A batch of 100 in 100 seconds: 86,400 batches in 100 days.
  expect(daysUntil(forgetAt({ rate: 1, finish_date: null }, 86_400))).toBeCloseTo(130, 2);
});
