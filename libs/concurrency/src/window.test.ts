import { flowWindow } from './window';

/** Enters items of these sizes; gives the sizes that are in, as they enter. */
function entered(window: ReturnType<typeof flowWindow>, sizes: number[]) {
  const inside: number[] = [];
  const refused: string[] = [];
  for (const size of sizes)
    void window.enter(size).then(
      () => inside.push(size),
      (error: Error) => refused.push(error.message),
    );
  return { inside, refused };
}
const settled = () => new Promise(setImmediate);

it('bounds the number of items and keeps their order', async () => {
  const window = flowWindow({ maxItems: 2, maxBytes: 1_000 });
  const { inside } = entered(window, [1, 2, 3, 4]);
  await settled();
  expect(inside).toEqual([1, 2]);
  window.leave(2);
  await settled();
  expect(inside).toEqual([1, 2, 3]);
});

it('bounds the bytes, and lets a large item pass when the window is below its bound', async () => {
  const window = flowWindow({ maxItems: 10, maxBytes: 100 });
  const { inside } = entered(window, [90, 500, 5]);
  await settled();
  expect(inside).toEqual([90, 500]);
  window.leave(90);
  await settled();
  expect(inside).toEqual([90, 500]);
  window.leave(500);
  await settled();
  expect(inside).toEqual([90, 500, 5]);
});

it('refuses all waiting items at once', async () => {
  const window = flowWindow({ maxItems: 1, maxBytes: 100 });
  const { inside, refused } = entered(window, [1, 2, 3]);
  window.refuseWaiting(new Error('stalled'));
  await settled();
  expect([inside, refused]).toEqual([[1], ['stalled', 'stalled']]);
});
