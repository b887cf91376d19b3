import { maxAttempts } from './deliver';
import { retryWaits, waitAfterTry } from './topology';

const waits = Array.from({ length: maxAttempts - 1 }, (_, at) => waitAfterTry(at + 1));
const sumOf = (seconds: number[]) => seconds.reduce((sum, one) => sum + one, 0);

it('waits seconds alone after the failures of an election of the database, of some twelve seconds', () => {
  const short = waits.slice(
    0,
    waits.findIndex((seconds) => seconds > 5),
  );
  expect(sumOf(short)).toBeGreaterThan(2 * 12);
});

it('retries for some 90 minutes, by the delays that have a queue', () => {
  expect(sumOf(waits) / 60).toBeCloseTo(93, 0);
  expect([...new Set(waits)]).toEqual(retryWaits);
});
