import { setImmediate as nextTurn } from 'node:timers/promises';
import { limitConcurrency } from '@herald/concurrency';
import { mapConcurrently } from './map-concurrently';

const items = Array.from({ length: 20 }, (_, index) => index);
const never = new AbortController().signal;
const places = (max: number) => ({ max, limit: limitConcurrency({ max }) });

it('processes every item once and keeps to the limit', async () => {
  const processed: number[] = [];
  let inFlight = 0;
  let maxInFlight = 0;
  const started = await mapConcurrently(items, places(3), never, async (item) => {
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
  const started = await mapConcurrently(items, places(2), abort.signal, async (item) => {
    if (item === 3) abort.abort();
    await nextTurn();
    processed.push(item);
  });
  expect(processed).toHaveLength(started);
  expect(started).toBeLessThan(6);
});

it('throws the first failure once nothing is in flight', async () => {
  let inFlight = 0;
  const failing = mapConcurrently(items, places(4), never, async (item) => {
    inFlight++;
    await nextTurn();
    inFlight--;
    if (item === 2) throw new Error('item 2');
  });
  await expect(failing).rejects.toThrow('item 2');
  expect(inFlight).toBe(0);
});

it('leaves the places that a list no longer needs to the next one', async () => {
  const shared = places(2);
  const order: string[] = [];
  const process = (name: string) => async (item: number) => {
    order.push(`${name}${item}`);
    await nextTurn();
  };
  const lists = [
    mapConcurrently([0, 1, 2], shared, never, process('a')),
    mapConcurrently([0, 1], shared, never, process('b')),
  ];
  expect(await Promise.all(lists)).toEqual([3, 2]);
  expect(order).toEqual(['a0', 'a1', 'a2', 'b0', 'b1']);
});
