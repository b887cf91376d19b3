import { fairQueue } from './fair-queue';

const shiftAll = (queue: ReturnType<typeof fairQueue<string>>) => {
  const items: string[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
  return items.join(' ');
};

it('serves tenants in turn, and the items of each tenant in order', () => {
  const queue = fairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) queue.push(item[0]!, item);
  expect(shiftAll(queue)).toBe('a1 b1 c1 a2 b2 a3 a4');
  expect(queue.isEmpty()).toBe(true);
});

it('keeps the turns of other tenants when an item is removed', () => {
  const queue = fairQueue<string>();
  for (const item of ['a1', 'a2', 'b1', '__proto__']) queue.push(item.length > 2 ? item : item[0]!, item);
  queue.remove('a', 'a1');
  queue.remove('b', 'b1');
  queue.remove('x', 'never there');
  expect(shiftAll(queue)).toBe('a2 __proto__');
});

it('is empty after drain', () => {
  const queue = fairQueue<string>();
  for (const item of ['a1', 'b1', 'a2']) queue.push(item[0]!, item);
  expect([queue.drain().sort(), queue.shift(), queue.isEmpty()]).toEqual([['a1', 'a2', 'b1'], undefined, true]);
});

it('reports how many items wait after each change', () => {
  const sizes: number[] = [];
  const queue = fairQueue<string>((size) => void sizes.push(size));
  queue.push('a', 'one');
  queue.push('a', 'two');
  queue.push('b', 'three');
  queue.shift();
  queue.remove('b', 'three');
  queue.drain();
  expect(sizes).toEqual([1, 2, 3, 2, 1, 0]);
});
