import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapConcurrently } from './map-concurrently';

const items = Array.from({ length: 20 }, (_, index) => index);
const never = new AbortController().signal;

it('processes every item once and keeps to the limit', async () => {
  const processed: number[] = [];
  let inFlight = 0;
  let maxInFlight = 0;
  const started = await mapConcurrently(items, 3, never, async (item) => {
    maxInFlight = Math.max(maxInFlight, ++inFlight);
    await nextTurn();
    inFlight--;
    processed.push(item);
  });
  expect([started, processed.sort((a, b) => a - b), maxInFlight]).toEqual([20, items, 3]);
});

it('starts nothing after an abort, and completes what is in flight', async () => {
  const abort = new AbortController();
  const processed: number[] = [];
  const started = await mapConcurrently(items, 2, abort.signal, async (item) => {
    if (item === 3) abort.abort();
    await nextTurn();
    processed.push(item);
  });
  expect(processed).toHaveLength(started);
  expect(started).toBeLessThan(6);
});

it('throws the first failure once nothing is in flight', async () => {
  let inFlight = 0;
  const failing = mapConcurrently(items, 4, never, async (item) => {
    inFlight++;
    await nextTurn();
    inFlight--;
    if (item === 2) throw new Error('item 2');
  });
  await expect(failing).rejects.toThrow('item 2');
  expect(inFlight).toBe(0);
});
